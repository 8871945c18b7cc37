import type { Transaction } from '../database/database.ts'
import { invalid } from '../primitives/refusal.ts'
import type { Owner } from '../webhooks/webhooks.ts'

export type WantedAddress = {
  field: string
  url: string | null
  /** Whether it is for the endpoint of the configuration, or which of the added ones has it already. */
  isDefault?: boolean
  id?: string
}

/** Told twice, everything would happen twice. Whoever asks has locked the configuration, so that nobody adds the same meanwhile. */
export async function refuseSameAddress(tx: Transaction, owner: Owner, wanted: WantedAddress): Promise<void> {
  const { url, field, isDefault = false, id = null } = wanted
  if (url === null) return
  const others = await tx<{ url: string }[]>`
    select url from added_webhook_endpoints
    where merchant_id = ${owner.merchantId} and environment = ${owner.environment} and url is not null
      and id is distinct from ${id}::uuid
    union all
    select url from webhook_endpoints
    where merchant_id = ${owner.merchantId} and environment = ${owner.environment} and url is not null and not ${isDefault}`
  if (others.some((other) => placeOf(other.url) === placeOf(url)))
    throw invalid({ field, problem: 'is the address of another endpoint in this environment already' })
}

/** What is called, however it is spelt. */
function placeOf(url: string): string {
  const place = new URL(url)
  // The same host, with and without the dot that ends a full name.
  place.hostname = place.hostname.replace(/\.$/, '')
  return place.href
}
