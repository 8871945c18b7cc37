import { byIndex, type ColumnTypes, type Fragment, inColumns, isPassingFault } from '../database/database.ts'
import { gather } from '../primitives/gather.ts'
import type { Vault } from '../primitives/seal.ts'
import type { RawCallback } from '../providers/providers.ts'
import type { World } from '../world/world.ts'

/** What came, and at whose door: that of a provider, or the one that the interface names. */
export type ReceivedCallback = RawCallback & { provider: string; at_interface: boolean; is_proven: boolean }

/** One that somebody holds: whoever takes it over counts the lease up. */
export type StoredCallback = ReceivedCallback & {
  id: string
  received_at: Date
  lease: number
  attempts: number
}

/** Longer than taking one in may last, so that whoever holds it has surely ended by then. */
const leaseMs = 30_000

/** Waits after each attempt that failed: two days in all, which outlasts a weekend's repair. */
const retryWaitsMs = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400].map((s) => s * 1000)

/** Credentials of people and programs who call the wrong door. */
const droppedHeaders = ['cookie', 'x-api-key', 'proxy-authorization']

/** What a provider proves itself with may stand in any header; where it is a credential, it is sealed. */
export function keepHeaders(vault: Vault, headers: RawCallback['headers']): RawCallback['headers'] {
  const { authorization, ...others } = headers
  const kept = Object.fromEntries(Object.entries(others).filter(([name]) => !droppedHeaders.includes(name)))
  if (authorization === undefined) return kept
  return { ...kept, authorization: vault.seal(authorization).toString('base64') }
}

/** One that cannot be opened any more is left out: what was proven when it came needs no second proof. */
function openHeaders(vault: Vault, headers: RawCallback['headers']): RawCallback['headers'] {
  const { authorization: sealed, ...others } = headers
  if (sealed === undefined) return headers
  try {
    return { ...others, authorization: vault.open(Buffer.from(sealed, 'base64')) }
  } catch {
    return others
  }
}

/** On its way to the database a batch is there several times over, as bytes, as text and as JSON. */
const mostBytesOfABatch = 1_048_576

/** Keeps callbacks as they came, before anybody acts upon them. */
export function callbackKeeper(world: World): (received: ReceivedCallback) => Promise<StoredCallback> {
  const keep = gather<ReceivedCallback, StoredCallback | Error>((batch) => keepEach(world, batch), {
    most: 200,
    atOnce: 2,
    watch: world.watchBatches?.('callbacks.keep'),
    weight: { of: ({ body }) => body.length, most: mostBytesOfABatch },
  })
  return async (received) => {
    const kept = await keep(received)
    if (kept instanceof Error) throw kept
    return kept
  }
}

/** One that cannot be kept must not keep the others out. */
async function keepEach(world: World, batch: ReceivedCallback[]): Promise<(StoredCallback | Error)[]> {
  try {
    return await keepAll(world, batch)
  } catch (error) {
    if (batch.length === 1 || isPassingFault(error)) throw error
    const kept: (StoredCallback | Error)[] = []
    for (const one of batch) {
      const [tried] = await Promise.allSettled([keepAll(world, [one])])
      if (tried.status === 'fulfilled') kept.push(...tried.value)
      else kept.push(tried.reason instanceof Error ? tried.reason : new Error(String(tried.reason)))
    }
    return kept
  }
}

async function keepAll(
  { sql, clock, newId, vault }: World,
  batch: ReceivedCallback[],
): Promise<StoredCallback[]> {
  const now = clock.now()
  const stored = batch.map((one) => ({ id: newId(), ...one, received_at: now, lease: 1, attempts: 1 }))
  const rows = stored.map(({ headers, body, ...one }) => ({
    ...one,
    headers: keepHeaders(vault, headers),
    body: `\\x${Buffer.from(body).toString('hex')}`,
    due_at: new Date(now.getTime() + leaseMs),
  }))
  await sql`
    insert into provider_callbacks
      (id, provider, at_interface, is_proven, headers, body, received_at, due_at, lease, attempts)
    select id, provider, at_interface, is_proven, headers, body, received_at, due_at, lease, attempts
    from json_populate_recordset(null::provider_callbacks, ${JSON.stringify(rows)}::json)`
  return stored
}

export type Handling = { id: string; subject_id: string | null; outcome: string }

const columnsOfHandling: ColumnTypes<Handling> = { id: 'uuid', subject_id: 'uuid', outcome: 'text' }

/** Notes what became of callbacks, so that nobody takes them up again. */
export function handlingNoter({ sql, clock }: World): (handling: Handling) => Promise<void> {
  return gather<Handling, void>(
    async (handlings) => {
      // Each new partition is empty when the first are noted.
      await sql.begin(
        byIndex,
        (tx) => tx`
          update provider_callbacks p
          set handled_at = ${clock.now()}, outcome = h.outcome, collection_id = h.subject_id, due_at = null
          from ${inColumns('h', handlings, columnsOfHandling)} where p.id = h.id`,
      )
      return []
    },
    { most: 200, atOnce: 1 },
  )
}

/** Lets go of one that could not be carried out yet. False if it has been tried often enough. */
export async function postpone({ sql, clock }: World, held: StoredCallback, fault: string): Promise<boolean> {
  const wait = retryWaitsMs[held.attempts - 1]
  if (wait === undefined) return false
  await sql`
    update provider_callbacks set due_at = ${new Date(clock.now().getTime() + wait)}, fault = ${fault}
    where id = ${held.id} and lease = ${held.lease} and handled_at is null`
  return true
}

/** Takes over what is due: what somebody did not live to handle, or could not. */
export async function claimCallbacks(
  { sql, clock, vault }: World,
  among: Fragment,
  most: number,
): Promise<StoredCallback[]> {
  const now = clock.now()
  // Without a time are those of a version that did not know it.
  const rows = await sql<StoredCallback[]>`
    with due as materialized (
      select id from provider_callbacks
      where handled_at is null and ${among} and coalesce(due_at, received_at + ${`${leaseMs} milliseconds`}::interval) < ${now}
      order by id limit ${most} for update skip locked
    )
    update provider_callbacks p
    set due_at = ${new Date(now.getTime() + leaseMs)}, lease = p.lease + 1, attempts = p.attempts + 1
    from due where p.id = due.id
    returning p.id, provider, at_interface, is_proven, headers, body, received_at, lease, attempts`
  return rows.map((row) => ({ ...row, headers: openHeaders(vault, row.headers) }))
}
