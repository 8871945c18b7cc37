import { type Environment, environments } from '@malipo/contract'
import { type Taking, takeOnce } from '../jobs/jobs.ts'
import { chaseLeaseMs, chaseWaitMs, type Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Resolve } from './collection-resolver.ts'
import type { CollectionRow } from './collection-row.ts'
import { aboutOf } from './page-try.ts'
import { sendCollection } from './send-collections.ts'

export type Claimed = CollectionRow & { merchant_name: string }
export type Chaser = { world: World; registry: Registry; resolve: Resolve }

/** How what is due of an environment is looked after: what nobody has sent is sent, what is silent is looked up. */
export function chasing(chaser: Chaser, environment: Environment): Taking<Claimed> {
  return {
    claim: () => claim(chaser, environment),
    lookAfter: async (one) => (await lookAfter(chaser, one)).status === 'processing',
    letGo: (waiting) => letGo(chaser.world, waiting),
  }
}

/** One look at what is due, for whoever has to know when all of it is done. Returns how many there were. */
export function chaseCollections(chaser: Chaser): Promise<number> {
  return takeOnce(...environments.map((environment) => chasing(chaser, environment)))
}

/**
 * Claims by state, not by place in a list: rows that commit late are found, and two workers never get the same one. Of
 * each lane as many as it has room for, so that a long queue in one is not in the way of another.
 */
async function claim({ world, registry }: Chaser, environment: Environment): Promise<Claimed[]> {
  const { sql, clock } = world
  // Whoever was stopped for a while may not know yet that a provider was, too.
  await registry.ready()
  const lanes = [
    ...registry.roomFor(environment, 'collect').map((lane) => ({ ...lane, isNew: true })),
    ...registry.roomFor(environment, 'lookUp').map((lane) => ({ ...lane, isNew: false })),
  ]
  if (lanes.length === 0) return []
  const now = clock.now()
  const rows = await sql<Claimed[]>`
    with due as materialized (
      select taken.id
      from unnest(${lanes.map(({ provider }) => provider)}::text[], ${lanes.map(({ isNew }) => isNew)}::boolean[],
        ${lanes.map(({ room }) => room)}::integer[]) as lane (provider, is_new, room)
      cross join lateral (
        select c.id from collections c
        where c.environment = ${environment} and c.provider = lane.provider and (c.attempts = 0) = lane.is_new
          and c.due_at <= ${now} and c.ends_at is null
        order by c.due_at limit lane.room for update skip locked) taken
    )
    update collections c
    set due_at = ${new Date(now.getTime() + chaseLeaseMs)}, lease = c.lease + 1, attempts = c.attempts + 1
    from due, merchants m where c.id = due.id and m.id = c.merchant_id
    returning c.*, m.name as merchant_name`
  if (rows.length > 0) world.crashPoint?.('collection.claimed')
  return [...rows]
}

/** Takes what was never sent out of the queue, for somebody who waits for the answer; null where a worker was faster. */
export async function claimUnsent(
  { sql, clock }: World,
  { id, lease }: Pick<CollectionRow, 'id' | 'lease'>,
): Promise<CollectionRow | null> {
  const [row] = await sql<CollectionRow[]>`
    update collections set due_at = ${new Date(clock.now().getTime() + chaseLeaseMs)}, lease = lease + 1, attempts = 1
    where id = ${id} and lease = ${lease} and attempts = 0 and status = 'processing' and ends_at is null
    returning *`
  return row ?? null
}

/**
 * Only what was never sent is sent. What may have been is looked up, and sent again under the same reference only if
 * the provider has never seen it and is known to take a repeat for what it is.
 */
async function lookAfter(
  { world, registry, resolve }: Chaser,
  { merchant_name: merchantName, ...collection }: Claimed,
): Promise<CollectionRow> {
  const { provider_reference: reference, qr_expires_at: expiresAt } = collection
  const about = aboutOf(collection)
  const isOver = expiresAt !== null && expiresAt <= world.clock.now()
  const send = () => sendCollection(world, registry, resolve, collection, merchantName)
  const isFirst = collection.attempts === 1 && !isOver
  if (isFirst && !registry.mayHaveBeenSent(collection)) return await send()
  const word = await registry.ask(collection, 'lookUp', (asked, signal) =>
    asked.lookUp({ reference }, signal),
  )
  if (word.kind === 'unknown') return collection
  if (isOver && (word.kind === 'pending' || word.kind === 'never_seen')) {
    return (await resolve({ ...about, source: 'expiry', word: expired }, collection)).collection
  }
  // What was restored unsent, and is not there either, was never sent.
  if (word.kind === 'never_seen')
    return isFirst || mayRepeat(registry, collection) ? await send() : collection
  return (await resolve({ ...about, source: 'look_up', word }, collection)).collection
}

/** Where there is no room for an order now, it is asked about once more first. */
function mayRepeat(registry: Registry, collection: CollectionRow): boolean {
  return registry.providerOf(collection).can.knowsRepeats && registry.hasRoom(collection, 'collect')
}

const expired = { kind: 'expired', providerStatus: 'EXPIRED' } as const

/** A code that runs out is looked at then, not at the end of a longer wait. */
function dueAfter({ attempts, qr_expires_at: expiresAt }: CollectionRow, now: Date): Date {
  const due = new Date(now.getTime() + chaseWaitMs(attempts))
  return expiresAt !== null && expiresAt > now && expiresAt < due ? expiresAt : due
}

/**
 * Only the present holder of the lease may set the time: one who was stopped too long has lost it to another. A page that waits for
 * another try has a time of its own.
 */
async function letGo({ sql, clock }: World, waiting: CollectionRow[]): Promise<void> {
  if (waiting.length === 0) return
  const now = clock.now()
  const rows = waiting.map((one) => ({ id: one.id, lease: one.lease, due_at: dueAfter(one, now) }))
  await sql`
    update collections c set due_at = w.due_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as w (id uuid, lease integer, due_at timestamptz)
    where c.id = w.id and c.lease = w.lease and c.due_at is not null and c.ends_at is null`
}
