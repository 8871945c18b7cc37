import { askProvider, type Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { Resolve } from './collection-resolver.ts'
import type { CollectionRow } from './collection-row.ts'
import { sendCollection } from './send-collections.ts'

/**
 * How long to wait for news before each look-up. The first is also the lease of whoever sends it, so it outlasts the
 * provider's deadline; a lost callback costs less than a minute, an old silence one question a day.
 */
const waitsMs = [20, 30, 60, 120, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400].map((s) => s * 1000)

export const firstWaitMs = waitsMs[0] ?? 20_000

/** A worker that dies holding a collection lets go of it after this long. */
const leaseMs = 30_000
const mostAtOnce = 100

type Claimed = CollectionRow & { merchant_name: string }
type Chaser = { world: World; registry: Registry; resolve: Resolve }

/** Looks after what is due: sends what nobody has sent, looks up what is silent. Returns how many there were. */
export async function chaseCollections(chaser: Chaser): Promise<number> {
  const { world } = chaser
  const claimed = await claim(world)
  if (claimed.length > 0) world.crashPoint?.('collection.claimed')
  const looked = await Promise.allSettled(claimed.map((one) => lookAfter(chaser, one)))
  const waiting = claimed.filter((_, position) => {
    const after = looked[position]
    return after?.status === 'rejected' || after?.value.status === 'processing'
  })
  await letGo(world, waiting)
  // One that cannot be looked after must not keep the others from their time; it is told all the same.
  const faults = looked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} collections could not be looked after`)
  return claimed.length
}

/** Claims by state, not by place in a list: rows that commit late are found, and two workers never get the same one. */
async function claim({ sql, clock }: World): Promise<Claimed[]> {
  const now = clock.now()
  const rows = await sql<Claimed[]>`
    with due as materialized (
      select id from collections where due_at <= ${now} order by due_at limit ${mostAtOnce} for update skip locked
    )
    update collections c
    set due_at = ${new Date(now.getTime() + leaseMs)}, lease = c.lease + 1, attempts = c.attempts + 1
    from due, merchants m where c.id = due.id and m.id = c.merchant_id
    returning c.*, m.name as merchant_name`
  return [...rows]
}

/**
 * Only what was never sent is sent. What may have been is looked up, and sent again under the same reference only if
 * the provider has never seen it and is known to take a repeat for what it is.
 */
async function lookAfter(
  { world, registry, resolve }: Chaser,
  { merchant_name: merchantName, ...collection }: Claimed,
): Promise<CollectionRow> {
  const { id, provider_reference: reference, qr_expires_at: expiresAt } = collection
  const provider = registry.providerOf(collection)
  const isOver = expiresAt !== null && expiresAt <= world.clock.now()
  const send = () => sendCollection(world, registry, resolve, collection, merchantName)
  if (collection.attempts === 1 && !isOver) return await send()
  const word = await askProvider((signal) => provider.lookUp({ reference }, signal))
  if (word.kind === 'unknown') return collection
  if (isOver && (word.kind === 'pending' || word.kind === 'never_seen')) {
    return (await resolve({ collectionId: id, source: 'expiry', word: expired })).collection
  }
  if (word.kind === 'never_seen') return provider.can.knowsRepeats ? await send() : collection
  return (await resolve({ collectionId: id, source: 'look_up', word })).collection
}

const expired = { kind: 'expired', providerStatus: 'EXPIRED' } as const

/** A code that runs out is looked at then, not at the end of a longer wait. */
function dueAfter({ attempts, qr_expires_at: expiresAt }: CollectionRow, now: Date): Date {
  const wait = waitsMs[Math.min(attempts, waitsMs.length) - 1] ?? firstWaitMs
  const due = new Date(now.getTime() + wait)
  return expiresAt !== null && expiresAt > now && expiresAt < due ? expiresAt : due
}

/** Only the present holder of the lease may set the time: one who was stopped too long has lost it to another. */
async function letGo({ sql, clock }: World, waiting: CollectionRow[]): Promise<void> {
  if (waiting.length === 0) return
  const now = clock.now()
  const rows = waiting.map((one) => ({ id: one.id, lease: one.lease, due_at: dueAfter(one, now) }))
  await sql`
    update collections c set due_at = w.due_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as w (id uuid, lease integer, due_at timestamptz)
    where c.id = w.id and c.lease = w.lease and c.due_at is not null`
}
