import type { Database } from '../database/database.ts'
import { gather } from '../primitives/gather.ts'
import type { Vault } from '../primitives/seal.ts'
import type { RawCallback } from '../providers/providers.ts'
import type { World } from '../world/world.ts'

/** What came, and at whose door: that of a provider, or the one that the interface names. */
export type ReceivedCallback = RawCallback & { provider: string; at_interface: boolean }
export type StoredCallback = ReceivedCallback & { id: string }

/** Credentials of people and programs who call the wrong door. */
const droppedHeaders = ['cookie', 'x-api-key', 'proxy-authorization']

/** What a provider proves itself with may stand in any header; where it is a credential, it is sealed. */
function keepHeaders(vault: Vault, headers: RawCallback['headers']): RawCallback['headers'] {
  const { authorization, ...others } = headers
  const kept = Object.fromEntries(Object.entries(others).filter(([name]) => !droppedHeaders.includes(name)))
  if (authorization === undefined) return kept
  return { ...kept, authorization: vault.seal(authorization).toString('base64') }
}

function openHeaders(vault: Vault, headers: RawCallback['headers']): RawCallback['headers'] {
  const { authorization: sealed, ...others } = headers
  return sealed === undefined
    ? headers
    : { ...others, authorization: vault.open(Buffer.from(sealed, 'base64')) }
}

/** Keeps callbacks as they came, before anybody tries to understand them: what we cannot read today we may tomorrow. */
export function callbackKeeper({
  sql,
  clock,
  newId,
  vault,
}: World): (received: ReceivedCallback) => Promise<StoredCallback> {
  return gather<ReceivedCallback, StoredCallback>(
    async (callbacks) => {
      const stored = callbacks.map((received) => ({ id: newId(), ...received }))
      const rows = stored.map(({ id, provider, at_interface, headers, body }) => ({
        id,
        provider,
        at_interface,
        headers: keepHeaders(vault, headers),
        body: `\\x${Buffer.from(body).toString('hex')}`,
        received_at: clock.now(),
      }))
      await sql`
        insert into provider_callbacks (id, provider, at_interface, headers, body, received_at)
        select id, provider, at_interface, headers, body, received_at
        from json_populate_recordset(null::provider_callbacks, ${JSON.stringify(rows)}::json)`
      return stored
    },
    { most: 200, atOnce: 2 },
  )
}

export type Handling = { id: string; subjectId: string | null; outcome: string }

/** Notes what became of callbacks, so that nobody takes them up again. */
export function handlingNoter({ sql, clock }: World): (handling: Handling) => Promise<void> {
  return gather<Handling, void>(
    async (handlings) => {
      await sql`
        update provider_callbacks p
        set handled_at = ${clock.now()}, outcome = h.outcome, collection_id = h."subjectId"
        from json_to_recordset(${JSON.stringify(handlings)}::json) as h (id uuid, "subjectId" uuid, outcome text)
        where p.id = h.id`
      return []
    },
    { most: 200, atOnce: 1 },
  )
}

/** Old enough that whoever stored it has surely ended, and nobody is waiting for the answer any more. */
const forgottenAfterMs = 30_000

/** Callbacks that somebody stored and did not live to handle. */
export async function forgottenCallbacks({ sql, clock, vault }: World): Promise<StoredCallback[]> {
  const now = clock.now()
  const rows = await sql<StoredCallback[]>`
    select id, provider, at_interface, headers, body from provider_callbacks
    where handled_at is null and received_at < ${new Date(now.getTime() - forgottenAfterMs)} order by id limit 100`
  return rows.map((row) => ({ ...row, headers: openHeaders(vault, row.headers) }))
}

export async function dropOldCallbacks(sql: Database, before: Date): Promise<number> {
  const dropped = await sql`
    delete from provider_callbacks where ctid = any(array(
      select ctid from provider_callbacks where received_at < ${before} and handled_at is not null limit 5000))`
  return dropped.count
}
