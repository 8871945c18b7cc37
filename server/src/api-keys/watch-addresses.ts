import type { OnKeyUsed } from '../auth/auth.ts'
import { inColumns, type Transaction } from '../database/database.ts'
import { notify } from '../notifications/notifications.ts'
import { gather } from '../primitives/gather.ts'
import { subscriberOf } from '../primitives/subscriber.ts'
import type { World } from '../world/world.ts'
import { newAddressNotice } from './key-notices.ts'

/** So many uses are remembered here; whoever falls out costs a statement, beside the request, when they come again. */
const mostRemembered = 10_000

/** So many addresses of a key are known; from more only a fleet calls, whose people were told often enough. */
const mostOfKey = 100

/** So often a day its people are told of one key: a cloud that changes addresses all the time must not fill their mailbox. */
const mostNoticesADay = 5

const dayMs = 24 * 3_600_000

type Use = { keyId: string; address: string }

/**
 * Tells a merchant when a live key is used from an address that it was never used from. The request waits for none of it: most uses
 * are known here, and the others are looked up together.
 */
export function addressWatch(world: World, onError: (error: unknown) => void): OnKeyUsed {
  const remembered = new Set<string>()
  const note = gather<Use, void>(
    async (uses) => {
      await noteUses(world, uses)
      return []
    },
    { most: 500, atOnce: 1, lingerMs: 50 },
  )

  function remember(name: string): void {
    if (remembered.size >= mostRemembered) {
      const [oldest = ''] = remembered
      remembered.delete(oldest)
    }
    remembered.add(name)
  }

  return ({ keyId, environment }, address) => {
    if (environment !== 'live') return
    const name = `${keyId} ${address}`
    if (remembered.has(name)) return
    remember(name)
    note({ keyId, address: subscriberOf(address) }).catch((error) => {
      // The next use is looked up again.
      remembered.delete(name)
      onError(error)
    })
  }
}

type NewUse = {
  api_key_id: string
  address: string
  name: string
  last_four: string
  merchant_id: string
  is_told: boolean
}

/** Of several processes that see an address at once, one writes it down, and that one tells. */
export async function noteUses(world: World, uses: Use[]): Promise<void> {
  const now = world.clock.now()
  const dayAgo = new Date(now.getTime() - dayMs)
  const rows = [...new Map(uses.map((use) => [`${use.keyId} ${use.address}`, use])).values()]
    .map(({ keyId, address }) => ({ api_key_id: keyId, address }))
    // Two processes that write the same rows in two orders would wait for each other.
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  await world.sql.begin(async (tx) => {
    const fresh = await tx<NewUse[]>`
      with fresh as (
        insert into api_key_addresses (api_key_id, address, first_seen_at)
        select api_key_id, address, ${now}::timestamptz from ${inColumns('u', rows, rowTypes)}
        on conflict do nothing returning api_key_id, address
      )
      select f.api_key_id, f.address, k.name, k.last_four, k.merchant_id,
        coalesce(k.addresses_kept_since <= ${dayAgo}, true)
          -- Somewhere a key is used first: that is no news to whoever made it.
          and row_number() over (partition by f.api_key_id order by f.address) + before.count > 1
          and row_number() over (partition by f.api_key_id order by f.address) + before.today <= ${mostNoticesADay}
          as is_told
      from fresh f join api_keys k on k.id = f.api_key_id cross join lateral (
        select count(*), count(*) filter (where first_seen_at > ${dayAgo}) as today
        from api_key_addresses a where a.api_key_id = f.api_key_id) before`
    await forgetOldest(tx, [...new Set(fresh.map(({ api_key_id: id }) => id))])
    await notify(
      tx,
      world,
      fresh.filter(({ is_told: isTold }) => isTold).map((use) => newAddressNotice(use, now)),
    )
  })
}

const rowTypes = { api_key_id: 'uuid', address: 'text' } as const

async function forgetOldest(tx: Transaction, keyIds: string[]): Promise<void> {
  if (keyIds.length === 0) return
  await tx`
    delete from api_key_addresses where (api_key_id, address) in (
      select old.api_key_id, old.address from unnest(${keyIds}::uuid[]) as k (id) cross join lateral (
        select api_key_id, address from api_key_addresses where api_key_id = k.id
        order by first_seen_at desc, address offset ${mostOfKey}) old)`
}

/** Its successor is used by the same servers, who are no news. */
export async function inheritAddresses(tx: Transaction, oldId: string, freshId: string): Promise<void> {
  await tx`
    insert into api_key_addresses (api_key_id, address, first_seen_at)
    select ${freshId}::uuid, address, first_seen_at from api_key_addresses where api_key_id = ${oldId}`
}
