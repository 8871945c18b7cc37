import type { Environment, proposableActions, Tie } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import { type AskedMoney, type Decider, refuseOwnMoney } from '../auth/auth.ts'
import type { Database, Transaction } from '../database/database.ts'
import { type Kept, refuseUnseen, type Seen } from '../evidence/evidence.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { closeDiscrepancies } from './close-discrepancies.ts'
import { contradictions } from './contradictions.ts'
import { leaveOutContradicted } from './leave-out-contradicted.ts'
import type { DiscrepancyKind } from './open-discrepancies.ts'
import { type Action, type Wanted, wantedBy } from './settlements.ts'

export type Settler = Decider & { environment: Environment }

export type DiscrepancyRow = {
  id: string
  merchant_id: string | null
  environment: Environment
  collection_id: string | null
  withdrawal_id: string | null
  provider: string | null
  reference: string | null
  kind: DiscrepancyKind
  ours: string
  theirs: string
  status: 'open' | 'settled'
  action: Action | null
  note: string | null
  settled_by: string | null
  proposed_action: (typeof proposableActions)[number] | null
  proposed_because: string | null
  brought_by: string | null
  created_at: Date
  settled_at: Date | null
}

/** With what the provider said of what it is about, and how far that has come. */
export type ContradictedRow = DiscrepancyRow & {
  kept: Kept
  moves: number
  /** Null where nothing of ours is contradicted. */
  payment_status: string | null
  payment_amount: bigint | null
  payment_currency: string | null
  merchant_name: string | null
  settled_by_name: string | null
  /** What ties whoever asks to it. */
  tie: Tie | null
}

/** With the version of the evidence that whoever decides has seen, if they say so; and where money goes that is given back. */
export type Decision = {
  action: Action
  note: string | null
  seen?: number | undefined
  given?: Record<string, string>
  approvalDelayMs?: number | null
}

/**
 * Makes it so, from the state in which it finds it; what is so already needs no step. The room of collections or
 * withdrawals brings it: here nobody knows how they move.
 */
export type Settle = (
  tx: Transaction,
  subjectId: string,
  wanted: Wanted,
  by: Decider,
  note: string | null,
  /** Of which order of it, where there may be several. */
  reference: string | null,
) => Promise<void>

/** Makes a refund of what came and nobody was owed. The room of refunds brings it. */
export type GiveBack = (
  tx: Transaction,
  found: DiscrepancyRow,
  by: Decider,
  decision: Pick<Decision, 'note' | 'given' | 'approvalDelayMs'>,
) => Promise<void>

export type Settlers = {
  world: World
  settleCollection: Settle
  settleWithdrawal: Settle
  giveBack: GiveBack
  /** The same of what the merchant has too much of. */
  refundOverpaid: GiveBack
  /** Ends what was owed to a payer who has it back from the provider. */
  endOwed: GiveBack
}

export async function settleDiscrepancy(
  tx: Transaction,
  settlers: Settlers,
  by: Settler,
  id: string,
  decided: Decision,
): Promise<ContradictedRow> {
  if (isId(id)) await lockPaidAfterVoid(tx, id)
  const found = isId(id)
    ? (
        await tx<DiscrepancyRow[]>`
        select * from discrepancies where id = ${id} and environment = ${by.environment} for update`
      )[0]
    : undefined
  if (!found) throw new Refusal('not_found')
  await refuseOwnMoney(tx, settlers.world, by, await askedMoneyOf(tx, found))
  if (found.status !== 'open') throw await settledAlready(tx, found)
  const decision = { ...decided, note: await leaveOutContradicted(tx, found, decided.note) }
  const wanted = wantedBy(found.kind, decision.action, Object.keys(decision.given ?? {}))
  if (wanted !== null) refuseOwnWord(found, by)
  await refuseUnseen(tx, await contradictedBy(tx, found), decision.seen)
  if (wanted === 'returned') await carryBack(tx, settlers, found, by, decision)
  else if (wanted === 'refunded') await settlers.refundOverpaid(tx, found, by, decision)
  else if (wanted === 'not_owed') await settlers.endOwed(tx, found, by, decision)
  else if (wanted !== null) await carryOut(tx, settlers, found, wanted, by, decision.note)
  return await close(tx, settlers.world, found, by, decision)
}

/** Refunds that are paid end these too, under the lock of the payment: everybody takes that first. */
async function lockPaidAfterVoid(tx: Transaction, id: string): Promise<void> {
  await tx`
    select from collections where id = (
      select collection_id from discrepancies where id = ${id} and kind = 'paid_after_void') for update`
}

/** What is still open then counts as failed; what came in for it is owed to the payer. */
async function carryBack(
  tx: Transaction,
  settlers: Settlers,
  found: DiscrepancyRow,
  by: Decider,
  decision: Decision,
): Promise<void> {
  if (found.kind === 'other_amount') await carryOut(tx, settlers, found, 'ended', by, decision.note)
  await settlers.giveBack(tx, found, by, decision)
}

/** A statement is a file that anybody could have written. Where nothing else tells of money, two people move it. */
function refuseOwnWord({ brought_by: broughtBy }: DiscrepancyRow, by: Decider): void {
  if (broughtBy !== by.adminId) return
  throw new Refusal('forbidden', {
    message:
      'Nobody books what only a statement of their own tells of. Somebody else must, or upload the statement too.',
  })
}

async function carryOut(
  tx: Transaction,
  { settleCollection, settleWithdrawal }: Settlers,
  { collection_id: collectionId, withdrawal_id: withdrawalId, reference }: DiscrepancyRow,
  wanted: Wanted,
  by: Decider,
  note: string | null,
): Promise<void> {
  if (wanted === 'paid' && collectionId !== null) await refuseOwed(tx, collectionId, reference)
  if (collectionId !== null) await settleCollection(tx, collectionId, wanted, by, note, reference)
  if (withdrawalId !== null) await settleWithdrawal(tx, withdrawalId, wanted, by, note, reference)
}

/** What is owed to its payer, or ever was, is not booked for the merchant as well. */
async function refuseOwed(tx: Transaction, collectionId: string, reference: string | null): Promise<void> {
  // Whoever returns it holds this lock, and is to be seen once they have let go of it.
  const [collection] = await tx<{ shown: string }[]>`
    select provider_reference as shown from collections where id = ${collectionId} for update`
  const [owed] = await tx`
    select from withdrawals where collection_id = ${collectionId} and paid_as = ${reference ?? collection?.shown ?? null}
      and origin in ('declined', 'mispaid') limit 1`
  if (!owed) return
  throw new Refusal('invalid_state', {
    message:
      'The money is owed to its payer by now, by a refund. If it was taken back and came once more, settle it as return_to_payer, else as keep_ours.',
  })
}

async function close(
  tx: Transaction,
  world: World,
  found: DiscrepancyRow,
  by: Decider,
  { action, note }: Decision,
): Promise<ContradictedRow> {
  const now = world.clock.now()
  await closeDiscrepancies(tx, [{ id: found.id, action, note, settledBy: by.adminId }], now)
  const { kind, collection_id, withdrawal_id, reference } = found
  recordAudit(tx, world.vault, [
    {
      at: now,
      actor: { kind: 'super_admin', id: by.adminId },
      action: 'discrepancy.settled',
      subject: { kind: 'discrepancy', id: found.id },
      merchantId: found.merchant_id,
      details: { action, note, kind, collection_id, withdrawal_id, reference },
      requestId: by.requestId,
    },
  ])
  const [shown] = await tx<ContradictedRow[]>`${contradictions(tx, world, by)} where d.id = ${found.id}`
  if (!shown) throw new Error('The discrepancy was not read.')
  return shown
}

/** Of two who decide at once, the second reads who was first. */
async function settledAlready(tx: Transaction, found: DiscrepancyRow): Promise<Refusal> {
  const [person] = await tx<{ name: string }[]>`select name from users where id = ${found.settled_by}`
  const { action, settled_at: at } = found
  return new Refusal('invalid_state', {
    message: `${person?.name ?? 'A refund'} has settled it already.`,
    details: {
      status: found.status,
      action,
      decided_by: person?.name ?? null,
      decided_at: at?.toISOString() ?? null,
    },
  })
}

/** What is contradicted was asked for when its payment was, long before anybody knew of the contradiction. */
async function askedMoneyOf(tx: Database | Transaction, found: DiscrepancyRow): Promise<AskedMoney> {
  const [asked] = await tx<AskedMoney[]>`
    select merchant_id, api_key_id, null::uuid as asked_by, created_at from collections where id = ${found.collection_id}
    union all
    select merchant_id, api_key_id, asked_by, created_at from withdrawals where id = ${found.withdrawal_id}`
  return asked ?? { ...found, api_key_id: null }
}

/** What an open contradiction is about, if it is such a thing, for somebody who may settle it. */
export async function findContradicted(
  world: World,
  by: Settler,
  id: string,
  about: 'collection' | 'disbursement',
): Promise<Seen | undefined> {
  const { sql } = world
  if (!isId(id)) return undefined
  const [found] = await sql<DiscrepancyRow[]>`
    select * from discrepancies where id = ${id} and environment = ${by.environment} and status = 'open'`
  if (!found || (found.collection_id === null ? 'disbursement' : 'collection') !== about) return undefined
  await refuseOwnMoney(sql, world, by, await askedMoneyOf(sql, found))
  return await contradictedBy(sql, found)
}

async function contradictedBy(
  sql: Database | Transaction,
  { collection_id: collectionId, withdrawal_id: withdrawalId }: DiscrepancyRow,
): Promise<Seen | undefined> {
  const [seen] = await sql<Seen[]>`
    select id, status, moves from collections where id = ${collectionId}
    union all select id, status, moves from withdrawals where id = ${withdrawalId}`
  return seen
}
