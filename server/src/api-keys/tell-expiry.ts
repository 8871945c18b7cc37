import type { Environment } from '@malipo/contract'
import { notify } from '../notifications/notifications.ts'
import type { World } from '../world/world.ts'
import { expiryNotice } from './key-notices.ts'

/** So many days before a key ends, its people are told. */
const marks = [14, 3, 1]

/** As many as one transaction writes in a moment. */
const atOnce = 100

type Ending = {
  id: string
  name: string
  last_four: string
  environment: Environment
  merchant_id: string
  expires_at: Date
  days: number
}

/**
 * Tells of keys that end soon, each mark once, whoever looks: what was told is written with the telling. Of several marks that have
 * passed the nearest is told, and none that had passed already when somebody chose the end: they knew.
 */
export async function tellExpiry(world: World): Promise<void> {
  for (;;) {
    if ((await tellSome(world)) < atOnce) return
  }
}

async function tellSome(world: World): Promise<number> {
  const now = world.clock.now()
  return await world.sql.begin(async (tx) => {
    const ending = await tx<Ending[]>`
      select k.id, k.name, k.last_four, k.environment, k.merchant_id, k.expires_at, mark.days
      from api_keys k cross join lateral (
        select days from unnest(${marks}::integer[]) as mark (days)
        where k.expires_at <= ${now}::timestamptz + days * interval '24 hours' order by days limit 1) mark
      where k.revoked_at is null and k.expires_at > ${now}
        and k.expires_at <= ${now}::timestamptz + ${Math.max(...marks)}::integer * interval '24 hours'
        and mark.days < coalesce(k.expiry_told_days, ${Math.max(...marks) + 1}::integer)
        and k.expires_at - mark.days * interval '24 hours' > coalesce(k.expiry_set_at, k.created_at)
      order by k.id limit ${atOnce} for update of k skip locked`
    if (ending.length === 0) return 0
    await tx`
      update api_keys k set expiry_told_days = told.days
      from unnest(${ending.map(({ id }) => id)}::uuid[], ${ending.map(({ days }) => days)}::integer[]) as told (id, days)
      where k.id = told.id`
    await notify(tx, world, ending.map(expiryNotice))
    return ending.length
  })
}
