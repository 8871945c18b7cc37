import { operations } from '@malipo/contract'
import { type CollectionRow, messageOf } from '../collections/collections.ts'
import { fingerprintOf, type Route, route } from '../http/http.ts'
import { readLooks } from '../merchants/merchants.ts'
import { Refusal } from '../primitives/refusal.ts'
import { subscriberOf } from '../primitives/subscriber.ts'
import { isToken } from '../primitives/token.ts'
import type { Registry } from '../providers/providers.ts'
import { showTerms } from './link-row.ts'
import { findOpenLink, type OpenLink, type PayingByLink, payByLink } from './pay-by-link.ts'
import { outcomeAwaiter } from './wait-for-outcome.ts'

/** What payers call, without credentials. */
export function checkoutRoutes(paying: PayingByLink & { registry: Registry }): Route[] {
  const { sql, clock, baseUrl } = paying.world
  const awaitOutcome = outcomeAwaiter(sql)
  return [
    route(operations.readPublicPaymentLink, async ({ params }) => {
      const link = await findOpenLink(sql, params.token)
      const { name, display_name: shown } = await readLooks(sql, link.merchant_id)
      return {
        ...showTerms(link, clock.now()),
        merchant_name: shown ?? name,
        is_test: !movesMoney(paying.registry, link),
      }
    }),
    route(operations.collectByPublicPaymentLink, async (call) => {
      const { params, body, address, gone } = call
      const link = await findOpenLink(sql, params.token)
      const mark = call.markWithin({ scope: link.id, environment: link.environment })
      const { collection, replayed } = await payByLink(paying, link, {
        ...body,
        address: subscriberOf(address),
        key: mark?.key,
        fingerprint: mark?.fingerprint ?? fingerprintOf('POST', link.id, body),
        sameness: mark === null ? 'a_minute' : 'never',
      })
      if (replayed) call.replayed()
      const isShown = collection.qr_payload !== null && link.environment === 'live'
      const after = isShown
        ? collection
        : await awaitOutcome(collection, { withinMs: paying.waitsForMs, gone })
      if (after.status === 'processing') call.notYet()
      return showPayment(after, baseUrl)
    }),
    route(operations.readPublicCollection, async ({ params: { token } }) => {
      const [collection] = isToken(token)
        ? await sql<CollectionRow[]>`select * from collections where public_token = ${token}`
        : []
      if (!collection) throw new Refusal('not_found')
      return { status: collection.status, message: messageOf(collection) }
    }),
  ]
}

function movesMoney(
  registry: Registry,
  { environment, merchant_id: merchantId }: Pick<OpenLink, 'environment' | 'merchant_id'>,
): boolean {
  const provider = registry.routeFor({ environment, merchantId })?.name ?? ''
  return environment === 'live' && registry.movesMoney({ provider })
}

/** Where it goes on is told to whoever has to ask again. */
function showPayment(row: CollectionRow, baseUrl: string) {
  const { id, status, qr_payload: code, qr_expires_at: expiresAt, public_token: token } = row
  const answer = { collection_id: id, status, message: messageOf(row) }
  if (status !== 'processing') return answer
  return {
    ...answer,
    ...(code !== null && { qr_payload: code, qr_expires_at: expiresAt?.toISOString() ?? null }),
    status_url: `${baseUrl}/v1/public/collections/${token}`,
  }
}
