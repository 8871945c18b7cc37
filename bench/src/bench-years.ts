import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { deleteOld, keepByTime } from '../../server/src/database/database.ts'
import { daysBefore, keptDays } from '../../server/src/primitives/clock.ts'
import { lowestIdAt } from '../../server/src/primitives/id.ts'
import { deliveries } from '../../server/src/webhook-deliveries/webhook-deliveries.ts'
import type { World } from '../../server/src/world/world.ts'
import { promise, show } from './measure.ts'

/** A busy installation: what is written in a second, and so must go in one, a month later. */
const perSecond = 500
/** The table that is kept, and how much of it is old when the chore begins: ten minutes of it. */
const kept = 1_500_000
const old = perSecond * 600
const dayMs = 24 * 3_600_000

/** Whether what ends goes as fast as it comes: keys in batches while new ones are written, deliveries by partition. */
export async function benchYears(world: World): Promise<boolean> {
  console.log(`\nForgetting at ${perSecond} rows a second, ${kept} rows kept`)
  const keysPerSecond = await forgetKeys(world)
  const dropMs = await dropDeliveries(world)
  show(`k  keys deleted while ${perSecond} a second are written`, keysPerSecond)
  console.log(`  k  a partition of ${old} deliveries and their attempts dropped in ${dropMs.toFixed(0)} ms`)
  const keepsUp = promise('deleted / written', keysPerSecond / perSecond, { atLeast: 4 })
  return promise('deliveries dropped / written', old / (dropMs / 1000) / perSecond, { atLeast: 4 }) && keepsUp
}

async function forgetKeys(world: World): Promise<number> {
  const { sql, clock } = world
  const before = daysBefore(clock.now(), keptDays)
  await writeKeys(world, old, new Date(before.getTime() - 601_000), 2)
  await writeKeys(world, kept - old, new Date(before.getTime() + 1_000), 1)
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      await writeKeys(world, perSecond / 10, clock.now(), 0)
      await sleep(100)
    }
  })()
  const begin = performance.now()
  const deleted = await deleteOld(sql, { table: 'idempotency_keys', column: 'created_at' }, before)
  const seconds = (performance.now() - begin) / 1000
  isOver = true
  await writing
  if (deleted !== old) throw new Error(`${deleted} of ${old} keys were deleted`)
  return deleted / seconds
}

/** In the order of time, as they come, `apartMs` from each other. */
async function writeKeys({ sql }: World, count: number, from: Date, apartMs: number): Promise<void> {
  const scope = randomUUID()
  for (let written = 0; written < count; written += 50_000) {
    const some = Math.min(50_000, count - written)
    await sql`
      insert into idempotency_keys (scope, environment, key, fingerprint, status, resource_id, created_at)
      select ${scope}, 'live', gen_random_uuid(), decode(repeat('00', 32), 'hex'), 202, gen_random_uuid(),
        ${from}::timestamptz + (${written}::int + n) * ${apartMs}::int * interval '1 ms'
      from generate_series(1, ${some}::int) n`
  }
}

async function dropDeliveries(world: World): Promise<number> {
  const { sql, clock } = world
  const then = new Date(clock.now().getTime() - 90 * dayMs)
  const id = lowestIdAt(then.getTime()).slice(0, 14)
  for (let written = 0; written < old; written += 20_000) {
    await sql.unsafe(`
      with made as (
        insert into webhook_deliveries (id, event_id, endpoint_id, merchant_id, environment, cause, status, created_at)
        select ('${id}7000-8000-' || lpad(to_hex(${written} + n), 12, '0'))::uuid, gen_random_uuid(), gen_random_uuid(),
          gen_random_uuid(), 'live', 'event', 'delivered', '${then.toISOString()}'
        from generate_series(1, 20000) n returning id
      )
      insert into webhook_attempts (delivery_id, lease, at, url, result, duration_ms)
      select id, 1, '${then.toISOString()}', '', 'delivered', 1 from made`)
  }
  await keepByTime({ sql, clock: { now: () => then } }, deliveries)
  const begin = performance.now()
  const { dropped } = await keepByTime({ sql, clock }, deliveries)
  const tookMs = performance.now() - begin
  if (dropped !== 2) throw new Error(`${dropped} partitions were dropped instead of 2`)
  return tookMs
}
