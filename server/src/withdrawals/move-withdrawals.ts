import { type ColumnTypes, inColumns, type Transaction } from '../database/database.ts'
import { type LookUp, watch } from '../evidence/evidence.ts'
import { post } from '../ledger/ledger.ts'
import { notify } from '../notifications/notifications.ts'
import { type Failure, failureOf } from '../primitives/failure.ts'
import { leaveOutPeople } from '../primitives/leave-out-people.ts'
import { counting, outcomeOfPayOut, type PushOutcome } from '../weather/weather.ts'
import { announce } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import { followRefunds } from './refund-effects.ts'
import { resourceOf } from './show-refund.ts'
import { postingsOf } from './withdrawal-books.ts'
import { eventOf, mayMove, type Source, type WithdrawalStatus, wordsOfOurs } from './withdrawal-lifecycle.ts'
import { noticesOf } from './withdrawal-notices.ts'
import { peopleOf, type WithdrawalRow } from './withdrawal-row.ts'

/** One withdrawal, locked by the caller, and the state it goes to. */
export type Move = {
  withdrawal: WithdrawalRow
  to: WithdrawalStatus
  source: Source
  byUser: string | null
  providerStatus: string | null
  note: string | null
  /** Why, where it ends as failed; without it the note and whoever moves it tell. */
  failure?: Failure
}

export type Step = { before: WithdrawalRow; after: WithdrawalRow } & Pick<Move, 'source' | 'byUser' | 'note'>

/** The step of a move, not yet written. A step that the lifecycle does not know is a fault of ours. */
export function stepOf(move: Move, at: Date): Step {
  const { withdrawal, to, source, byUser, providerStatus } = move
  const people = peopleOf(withdrawal)
  // The history is kept for ever, and names nobody.
  const note = leaveOutPeople(move.note, people)
  if (!mayMove(withdrawal.status, to, source)) {
    throw new Error(`${source} may not move withdrawal ${withdrawal.id} from ${withdrawal.status} to ${to}`)
  }
  const failure = failureFor(move)
  const movedAt = notBefore(withdrawal, at)
  const after: WithdrawalRow = {
    ...withdrawal,
    status: to,
    provider_payment_status: providerStatus ?? withdrawal.provider_payment_status,
    failure_code: failure?.code ?? null,
    failure_reason: leaveOutPeople(failure?.message ?? null, people),
    moves: withdrawal.moves + 1,
    due_at: isHeldByBatch(withdrawal, to) ? null : dueIn(to, at, withdrawal),
    awaits_batch: false,
    // A retry is a new beginning of the schedule; the reference stays what it was.
    attempts: to === 'PROCESSING' ? 0 : withdrawal.attempts,
    updated_at: movedAt,
    completed_at: finals.includes(to) ? movedAt : null,
  }
  return { before: withdrawal, after, source, byUser, note }
}

/** The clocks of two processes are never quite the same, and one may be set back: what follows is all the same not told to have come first. */
function notBefore({ updated_at: updatedAt, sent_at: sentAt }: WithdrawalRow, at: Date): Date {
  return new Date(Math.max(at.getTime(), updatedAt.getTime(), sentAt?.getTime() ?? 0))
}

function failureFor({ to, source, failure, note }: Move): Failure | null {
  if (to === 'FAILED') return failure ?? failureOf('refused', note)
  if (to !== 'REJECTED') return null
  return source === 'merchant'
    ? failureOf('cancelled', 'The merchant cancelled it.')
    : failureOf('rejected', note)
}

const finals: readonly WithdrawalStatus[] = ['SUCCESS', 'FAILED', 'REJECTED', 'REVERSED']

/** What was approved is sent at once, what is uncertain is asked about soon; everything else waits for a person. */
function dueIn(to: WithdrawalStatus, at: Date, { due_at: due }: WithdrawalRow): Date | null {
  if (to === 'PROCESSING') return at
  return to === 'NEEDS_RECONCILIATION' ? (due ?? at) : null
}

/** What is approved in a batch is sent when the batch comes to it; what was sent before goes at once, as whoever retries it wishes. */
function isHeldByBatch({ batch_id: batchId, status }: WithdrawalRow, to: WithdrawalStatus): boolean {
  return batchId !== null && to === 'PROCESSING' && status !== 'BLOCKED_IP_WHITELIST'
}

/**
 * The one place where a withdrawal changes its state: row, history, books, events, what a refund is of and what its merchant is
 * told move together in the caller's transaction, or none of them does.
 */
export async function moveWithdrawals(tx: Transaction, world: World, moved: Step[]): Promise<void> {
  if (moved.length === 0) return
  const steps = await followRefunds(tx, world, moved)
  await write(tx, steps)
  await post(
    tx,
    world,
    steps.flatMap(({ before, after, source, borne }) => postingsOf(before, after, source, borne)),
  )
  await announce(tx, world.newId, steps.flatMap(announcementsOf))
  await notify(tx, world, steps.flatMap(noticesOf))
  await watch(tx, world, steps.flatMap(watchedAfter))
}

/** What a person has ended, the provider did not; it may say otherwise. Of what was never sent it can say nothing. */
function watchedAfter({ after, source }: Step): LookUp[] {
  if (source !== 'super_admin' || after.sent_at === null || after.completed_at === null) return []
  const { id: subjectId, environment, provider } = after
  return [{ subjectId, about: 'disbursement', environment, provider }]
}

const wordsOfProviders: readonly Source[] = ['reply', 'callback', 'look_up']
const underWay: readonly WithdrawalStatus[] = ['PROCESSING', 'NEEDS_RECONCILIATION']

/** What its end tells about the network it went to: once, by its provider's own word. What was never sent tells nothing. */
function heardIn({ before, after, source }: Step): PushOutcome[] {
  const { sent_at: sentAt, status, failure_code: code } = after
  const isEnd = status === 'SUCCESS' || status === 'FAILED'
  if (!isEnd || !underWay.includes(before.status) || !wordsOfProviders.includes(source)) return []
  if (sentAt === null || wordsOfOurs.includes(after.provider_payment_status)) return []
  const failure = status === 'SUCCESS' ? null : (code ?? 'refused')
  const outcome = outcomeOfPayOut({ ...after, sent_at: sentAt }, failure, after.updated_at)
  return outcome === null ? [] : [outcome]
}

async function write(tx: Transaction, steps: Step[]): Promise<void> {
  const last = [...new Map(steps.map(({ after }) => [after.id, after])).values()]
  const history = steps.map(({ before, after, source, byUser, note }) => ({
    merchant_id: after.merchant_id,
    withdrawal_id: after.id,
    seq: after.moves,
    from_status: before.status,
    to_status: after.status,
    source,
    by_user: byUser,
    provider_payment_status: after.provider_payment_status,
    note,
    event: eventOf(before.status, after.status, after.kind),
    at: after.updated_at,
  }))
  const heard = steps.flatMap(heardIn)
  const merchants = [...new Set(last.map(({ merchant_id: id }) => id))]
  await tx`
    with told as (
      insert into withdrawal_history
        (merchant_id, withdrawal_id, seq, from_status, to_status, source, by_user, provider_payment_status, note, event, at)
      select merchant_id, withdrawal_id, seq, from_status, to_status, source, by_user, provider_payment_status, note, event, at
      from ${inColumns('h', history, historyTypes)}
    )${heard.length > 0 ? tx`, heard as (${counting(tx, heard)})` : tx``}
    update withdrawals w
    set status = m.status, provider_payment_status = m.provider_payment_status, failure_code = m.failure_code,
      failure_reason = m.failure_reason, moves = m.moves, due_at = m.due_at, attempts = m.attempts, updated_at = m.updated_at,
      completed_at = m.completed_at, fee_returned = m.fee_returned, awaits_batch = m.awaits_batch, reckoned = m.reckoned,
      written = w.written + 1
    from ${inColumns('m', last, movedTypes)}
    where w.id = m.id and of_merchants(w.merchant_id, ${merchants}::uuid[])`
}

const movedTypes: ColumnTypes<WithdrawalRow> = {
  id: 'uuid',
  status: 'text',
  provider_payment_status: 'text',
  failure_code: 'text',
  failure_reason: 'text',
  moves: 'integer',
  due_at: 'timestamptz',
  attempts: 'integer',
  updated_at: 'timestamptz',
  completed_at: 'timestamptz',
  fee_returned: 'bigint',
  awaits_batch: 'boolean',
  reckoned: 'boolean',
}

const historyTypes = {
  merchant_id: 'uuid',
  withdrawal_id: 'uuid',
  seq: 'integer',
  from_status: 'text',
  to_status: 'text',
  source: 'text',
  by_user: 'uuid',
  provider_payment_status: 'text',
  note: 'text',
  event: 'text',
  at: 'timestamptz',
} as const

function announcementsOf({ before, after }: Step) {
  const type = eventOf(before.status, after.status, after.kind)
  if (type === null) return []
  return [
    {
      merchantId: after.merchant_id,
      environment: after.environment,
      type,
      resourceId: after.id,
      sequence: after.moves,
      at: after.updated_at,
      resource: resourceOf(after),
    },
  ]
}
