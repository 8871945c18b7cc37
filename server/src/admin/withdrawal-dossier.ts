import type { WithdrawalDossier } from '@malipo/contract'
import type { Static } from 'typebox'
import { findTie } from '../auth/auth.ts'
import { payerOf } from '../collections/collections.ts'
import {
  type Database,
  type Fragment,
  findPutAside,
  mergeRanges,
  type Transaction,
} from '../database/database.ts'
import { readEvidence } from '../evidence/evidence.ts'
import { readAvailable, readBalance } from '../ledger/ledger.ts'
import { explain, listRules } from '../pricing/pricing.ts'
import { isId } from '../primitives/id.ts'
import { textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import { isHeldBack, type Registry } from '../providers/providers.ts'
import { readStanding } from '../recipients/recipients.ts'
import {
  type ApprovalsNeeded,
  hasGoneBack,
  isFromReturns,
  isRefund,
  isRestricted,
  neededFor,
  type PayoutDecider,
  passedAlone,
  pendingStatuses,
  showWithdrawal,
  type WithdrawalRow,
} from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { mayDecide } from './may-decide.ts'
import { isOwed, type RefundedCollection, refundedColumn, showRefunded } from './refunded-collection.ts'
import { weighWithdrawal } from './withdrawal-risk.ts'

export type PayoutDesk = { approvalsNeeded: ApprovalsNeeded; registry: Pick<Registry, 'payOutWaitsFor'> }
export type QueuedRow = WithdrawalRow & {
  /** Of a refund: what it is of. */
  refunded: RefundedCollection | null
  merchant_name: string
  verification_status: string
  is_active: boolean
  approvals: number
  /** What one person alone has let pass for its merchant lately. */
  passed_alone: bigint
}
type DossierRow = QueuedRow & {
  merchant_phone: string | null
  merchant_created_at: Date
}
type Dossier = Static<typeof WithdrawalDossier>

/** More than anybody reads before deciding, and no answer without end. */
const mostShown = 100

export function showQueued(row: QueuedRow, { approvalsNeeded, registry }: PayoutDesk) {
  return {
    ...showWithdrawal(row, registry, row),
    kind: row.kind,
    refund: showRefunded(row, row.refunded),
    merchant_name: row.merchant_name,
    provider: row.provider,
    approvals: row.approvals,
    approvals_needed: neededFor(row, isPending(row), approvalsNeeded),
  }
}

/** Everything a Super Admin needs to decide. In a transaction of one snapshot its figures agree with each other. */
export async function dossierOf(
  sql: Database | Transaction,
  world: World,
  id: string,
  by: PayoutDecider,
  desk: PayoutDesk,
): Promise<Dossier> {
  if (!isId(id)) throw new Refusal('not_found')
  const [row] = await sql<DossierRow[]>`
    select w.*, ${refundedColumn(sql)} as refunded, m.name as merchant_name, m.phone as merchant_phone, m.verification_status, m.is_active,
      m.created_at as merchant_created_at,
      (select count(*)::int from withdrawal_approvals where withdrawal_id = w.id) as approvals,
      ${passedAloneColumn(sql, world)} as passed_alone
    from withdrawals w join merchants m on m.id = w.merchant_id
    where w.id = ${id} and w.environment = ${by.environment}`
  if (!row) throw new Refusal('not_found')
  const pending = await pendingOf(sql, row)
  const available = await readAvailable(sql, bookOf(row))
  const history = await historyOf(sql, id)
  const approvals = await approvalsOf(sql, id)
  const recipient = await readStanding(sql, row.recipient_id, world.clock.now())
  return {
    ...showQueued(row, desk),
    merchant: {
      merchant_id: row.merchant_id,
      name: row.merchant_name,
      verification_status: row.verification_status,
      is_active: row.is_active,
      created_at: row.merchant_created_at.toISOString(),
    },
    balance: await readBalance(sql, bookOf(row), pending),
    other_pending: await otherPending(sql, row, desk),
    charges: await explainCharges(sql, row),
    history,
    ...(await findPutAside(sql, 'withdrawal_history', row, history.length)),
    exchanges: await exchangesOf(sql, id),
    ...(await readEvidence(sql, row)),
    ...(await weighWithdrawal(sql, row, row.merchant_phone, world.clock.now(), isPayerKnown(row))),
    recipient,
    can_pay: canPay(row, available, pending),
    approved_by: approvals.map(({ by: name, note, at }) => ({ by: name, note, at: at.toISOString() })),
    passed_alone: textFromMinor(row.passed_alone),
    thread: threadOf(history),
    may_decide: mayDecide(row, {
      tie: await findTie(sql, world, by, row),
      hasApproved: approvals.some(({ approved_by: adminId }) => adminId === by.adminId),
      isHeldBack: await isHeldBack(sql, row),
      isFit: !isRestricted(row, row),
      hasGoneBack: isRefund(row) && (await hasGoneBack(sql, row)),
      isOwed: await isOwed(sql, row),
      recipient: recipient === null ? undefined : (recipient.status ?? 'BLOCKED'),
      available: isFromReturns(row) ? row.total_reserved : available,
      isLast: row.approvals + 1 >= neededFor(row, isPending(row), desk.approvalsNeeded),
    }),
  }
}

function isPending({ status }: WithdrawalRow): boolean {
  return (pendingStatuses as readonly string[]).includes(status)
}

/** As a column of withdrawals `w`. What is decided needs nobody any more. */
function passedAloneColumn(sql: Database | Transaction, { clock }: Pick<World, 'clock'>): Fragment {
  const columns = {
    merchantId: sql`w.merchant_id`,
    environment: sql`w.environment`,
    currency: sql`w.currency`,
  }
  return sql`case when w.status = any(${pendingStatuses}::text[]) then ${passedAlone(sql, columns, clock.now())} else 0 end`
}

function isPayerKnown({ refunded }: DossierRow): boolean {
  return refunded !== null && payerOf(refunded) !== null
}

const bookOf = ({ merchant_id: merchantId, environment, currency }: WithdrawalRow) => ({
  ...{ merchantId, environment, currency },
})

/** What is asked for and not yet approved, this one too while it is. */
async function pendingOf(sql: Database | Transaction, row: WithdrawalRow): Promise<bigint> {
  const [asked] = await sql<{ pending: bigint }[]>`
    select coalesce(sum(total_reserved), 0)::bigint as pending from withdrawals
    where merchant_id = ${row.merchant_id} and environment = ${row.environment} and currency = ${row.currency}
      and status = any(${pendingStatuses}::text[]) and coalesce(origin, 'requested') = 'requested'`
  return asked?.pending ?? 0n
}

function canPay(row: WithdrawalRow, available: bigint, pending: bigint): Dossier['can_pay'] {
  const own = isPending(row) && !isFromReturns(row) ? row.total_reserved : 0n
  return {
    currency: row.currency,
    available: textFromMinor(available),
    this_one: textFromMinor(own),
    others_pending: textFromMinor(pending - own),
    short_by: textFromMinor(pending > available ? pending - available : 0n),
  }
}

type ApprovalRow = { approved_by: string; by: string; note: string | null; at: Date }

async function approvalsOf(sql: Database | Transaction, id: string): Promise<ApprovalRow[]> {
  return await sql<ApprovalRow[]>`
    select a.approved_by, u.name as "by", a.note, a.at from withdrawal_approvals a join users u on u.id = a.approved_by
    where a.withdrawal_id = ${id} order by a.at, a.approved_by`
}

/** Questions and answers are steps like any other, with what was said as their notes. */
function threadOf(history: Dossier['history']): Dossier['thread'] {
  return history.flatMap(({ from, to, note, at }) => {
    const isAnswer = from === 'INFO_REQUESTED' && to === 'PENDING_ADMIN_APPROVAL'
    if (note === null || !(isAnswer || to === 'INFO_REQUESTED')) return []
    return [{ who: isAnswer ? ('merchant' as const) : ('operator' as const), text: note, at }]
  })
}

async function otherPending(sql: Database | Transaction, row: DossierRow, { registry }: PayoutDesk) {
  // Status by status: asked for together, the planner may walk through all that was ever paid out to find a few.
  const ranges = pendingStatuses.map(
    (status) => sql`
      select * from withdrawals
      where merchant_id = ${row.merchant_id} and environment = ${row.environment} and status = ${status} and id <> ${row.id}
        and not awaits_batch
        and coalesce(origin, 'requested') = 'requested'`,
  )
  const newest = mergeRanges(sql, ranges, { column: sql`id`, most: mostShown })
  const rows = await sql<WithdrawalRow[]>`select * from ${newest} as pending order by id desc`
  return rows.map((other) => showWithdrawal(other, registry, row))
}

/** The amounts are those that were frozen; the rule, which never changes, only tells how they came about. */
async function explainCharges(sql: Database | Transaction, row: WithdrawalRow): Promise<Dossier['charges']> {
  const rules = await listRules(sql, row.merchant_id, row.kind === 'refund' ? 'REFUND' : row.method)
  const rule = rules.find(({ id }) => id === row.pricing_rule_id)
  if (!rule) throw new Error(`The pricing rule ${row.pricing_rule_id} is not one of the merchant's.`)
  const frozen = {
    percentageFee: row.percentage_fee,
    flatFee: row.flat_fee,
    processorCharge: row.processor_charge,
    passThrough: row.processor_fee_pass_through,
    totalCharges: row.total_charges,
  }
  return explain(rule, row.amount, frozen).map((line) => ({
    ...line,
    because: `${rule.label}: ${line.because}`,
  }))
}

async function historyOf(sql: Database | Transaction, id: string): Promise<Dossier['history']> {
  type HistoryRow = Omit<Dossier['history'][number], 'at'> & { at: Date }
  const rows = await sql<HistoryRow[]>`
    select h.from_status as "from", h.to_status as "to", h.source, h.note, u.email as "by", h.provider_payment_status,
      h.at
    from withdrawal_history h left join users u on u.id = h.by_user
    where h.withdrawal_id = ${id} order by h.seq desc limit ${mostShown}`
  return rows.map((row) => ({ ...row, at: row.at.toISOString() })).reverse()
}

/** A long chase asks many times; the last words count, in the order in which they were said. */
async function exchangesOf(sql: Database | Transaction, id: string): Promise<Dossier['exchanges']> {
  const rows = await sql<{ kind: string; request: unknown; response: unknown; at: Date }[]>`
    select kind, request, response, at from provider_exchanges
    where withdrawal_id = ${id} order by id desc limit ${mostShown}`
  return rows.map((row) => ({ ...row, at: row.at.toISOString() })).reverse()
}
