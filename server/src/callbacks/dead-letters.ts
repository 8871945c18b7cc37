import type { DeadLetter, Environment } from '@malipo/contract'
import type { Static } from 'typebox'
import { recordAudit } from '../audit/audit.ts'
import { type AskedMoney, type Decider, refuseOwnMoney } from '../auth/auth.ts'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { type ListQuery, readPage } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { RawCallback, Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import type { StoredCallback } from './inbox.ts'

export type LetterDecider = Decider & { environment: Environment }
export type Action = 'retry' | 'dismiss'

type LetterRow = {
  id: string
  environment: Environment
  provider: string
  body: Buffer
  received_at: Date
  attempts: number
  fault: string
  status: 'open' | 'settled'
  action: Action | null
  note: string | null
  settled_by: string | null
  settled_by_name: string | null
  created_at: Date
  settled_at: Date | null
}

/** What came, and at whose door. */
export type Letter = RawCallback & { provider: string; at_interface: boolean }

/** Puts aside what cannot be carried out, for a person. If it was put aside before, it is open again. */
export async function bury(
  { sql, clock }: World,
  registry: Registry,
  { id, provider, attempts }: StoredCallback,
  fault: string,
): Promise<void> {
  const now = clock.now()
  await sql`
    with gone as (
      update provider_callbacks set handled_at = ${now}, outcome = 'refused', due_at = null, fault = ${fault}
      where id = ${id} and handled_at is null
      returning id, provider, at_interface, headers, body, received_at
    )
    insert into dead_letters (id, environment, provider, at_interface, headers, body, received_at, attempts, fault,
      status, created_at)
    select id, ${registry.environmentOf({ provider })}, provider, at_interface, headers, body, received_at,
      ${attempts}::int, ${fault}, 'open', ${now} from gone
    on conflict (id) do update set attempts = dead_letters.attempts + excluded.attempts, fault = excluded.fault,
      status = 'open', action = null, note = null, settled_by = null, settled_at = null`
}

export function listLetters(
  sql: Database,
  environment: Environment,
  query: ListQuery & { status?: string; provider?: string },
) {
  return readPage(sql, query, {
    rows: sql`
      ${lettersOf(sql, environment)}
        ${query.status === undefined ? sql`` : sql`and status = ${query.status}`}
        ${query.provider === undefined ? sql`` : sql`and provider = ${query.provider}`}`,
    show: showLetter,
  })
}

export async function readLetter(
  sql: Database,
  environment: Environment,
  id: string,
): Promise<Static<typeof DeadLetter>> {
  const [found] = isId(id) ? await sql<LetterRow[]>`${lettersOf(sql, environment)} and id = ${id}` : []
  if (!found) throw new Refusal('not_found')
  return showLetter(found)
}

/** With as much of what came as is shown. */
function lettersOf(sql: Database, environment: Environment): Fragment {
  return sql`
    select id, environment, provider, substr(body, 1, ${shownBytes}) as body, received_at, attempts, fault, status,
      action, note, settled_by, (select name from users where id = settled_by) as settled_by_name, created_at, settled_at
    from dead_letters where environment = ${environment}`
}

/** What came, which never changes: whoever asks what it is about need not hold a transaction open meanwhile. */
export async function findLetter(sql: Database, id: string): Promise<Letter | null> {
  if (!isId(id)) return null
  const [letter] = await sql<Letter[]>`
    select provider, at_interface, headers, body from dead_letters where id = ${id}`
  return letter ?? null
}

/** Once the reason is mended it is taken up again; what is of no use is dismissed with a word why. */
export async function settleLetter(
  tx: Transaction,
  world: World,
  by: LetterDecider,
  id: string,
  { action, note }: { action: Action; note: string },
  /** What it speaks of, as far as it can be read. */
  subjectId: string | null,
): Promise<Static<typeof DeadLetter>> {
  const now = world.clock.now()
  const [settled] = isId(id)
    ? await tx<LetterRow[]>`
        update dead_letters set status = 'settled', action = ${action}, note = ${note}, settled_by = ${by.adminId},
          settled_at = ${now}
        where id = ${id} and environment = ${by.environment} and status = 'open'
        returning id, environment, provider, body, received_at, attempts, fault, status, action, note, settled_by,
          (select name from users where id = settled_by) as settled_by_name, created_at, settled_at`
    : []
  if (!settled) throw new Refusal((await exists(tx, by.environment, id)) ? 'invalid_state' : 'not_found')
  await refuseOwnMoney(tx, world, by, await askedMoneyOf(tx, settled, subjectId))
  if (action === 'retry') await requeue(tx, id, now)
  recordAudit(tx, world.vault, [
    {
      at: now,
      actor: { kind: 'super_admin', id: by.adminId },
      action: 'dead_letter.settled',
      subject: { kind: 'dead_letter', id },
      merchantId: null,
      details: { action, note, provider: settled.provider, fault: settled.fault },
      requestId: by.requestId,
    },
  ])
  return showLetter(settled)
}

/** Whose money it speaks of, as far as it can be read; else nobody's. */
async function askedMoneyOf(
  tx: Transaction,
  { received_at: receivedAt }: LetterRow,
  subjectId: string | null,
): Promise<AskedMoney> {
  const [asked] = await tx<AskedMoney[]>`
    select merchant_id, api_key_id, null::uuid as asked_by, created_at from collections where id = ${subjectId}
    union all select merchant_id, api_key_id, asked_by, created_at from withdrawals where id = ${subjectId}`
  return asked ?? { merchant_id: null, api_key_id: null, created_at: receivedAt }
}

async function exists(tx: Transaction, environment: Environment, id: string): Promise<boolean> {
  if (!isId(id)) return false
  return (await tx`select from dead_letters where id = ${id} and environment = ${environment}`).length === 1
}

/** The record of callbacks may have lost it by now, with everything of its time. */
async function requeue(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx`
    insert into provider_callbacks as p
      (id, provider, at_interface, is_proven, headers, body, received_at, due_at, lease, attempts)
    select id, provider, at_interface, true, headers, body, received_at, ${now}, 0, 0 from dead_letters where id = ${id}
    on conflict (id) do update set handled_at = null, outcome = null, due_at = excluded.due_at, attempts = 0`
}

/** Enough to know what it is about; the rest is in the database. */
const shownBytes = 2_000

function showLetter(row: LetterRow): Static<typeof DeadLetter> {
  const { environment: _environment, body, ...shown } = row
  return {
    ...shown,
    body: body.subarray(0, shownBytes).toString('utf8').replaceAll('\0', ' '),
    received_at: row.received_at.toISOString(),
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  }
}
