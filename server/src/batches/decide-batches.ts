import type { Environment } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import { type Decider, refuseOwnMoney } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { isId } from '../primitives/id.ts'
import { textFromMinor } from '../primitives/money.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import { refuseHeldBack } from '../providers/providers.ts'
import {
  type Deciding,
  type Gates,
  isRestricted,
  lockPassedAlone,
  type WithdrawalRow,
} from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { approveRows, refuseUnreadyRows } from './approve-rows.ts'
import { type BatchStatus, mayMoveBatch } from './batch-lifecycle.ts'
import { askedWith, type BatchRow, lockBatch, lockRows } from './batch-row.ts'
import { leaveOutRows } from './leave-out-rows.ts'
import { moveBatch } from './move-batch.ts'
import { rejectBatch } from './reject-batch.ts'
import { takeBackRows } from './send-batches.ts'

export type BatchDecider = Decider & { environment: Environment }

export type BatchDecision =
  | {
      action: 'approve'
      contentHash: string
      except: readonly number[]
      note: string | null
      /** Approved although recipients of rows cool. */
      overridesCooling: boolean
      rowsDueAt: Date | null
    }
  | { action: 'reject' | 'request_info' | 'pause'; note: string }
  | { action: 'resume'; note: string | null }

const goesTo: Record<BatchDecision['action'], BatchStatus> = {
  approve: 'PROCESSING',
  reject: 'REJECTED',
  request_info: 'INFO_REQUESTED',
  pause: 'PAUSED',
  resume: 'PROCESSING',
}

/**
 * A Super Admin decides about a batch, with one audit entry in the same transaction. The batch is locked first, then its rows, then the
 * book: of two who decide at once one finds the state gone.
 */
export async function decideBatch(
  tx: Transaction,
  { world, approvalsNeeded }: Deciding,
  by: BatchDecider,
  id: string,
  decided: BatchDecision,
): Promise<void> {
  const batch = isId(id) ? await lockBatch(tx, id) : undefined
  if (!batch || batch.environment !== by.environment) throw new Refusal('not_found')
  await refuseOwnMoney(tx, world, by, batch)
  const decision = { ...decided, note: await leaveOutRows(tx, batch, decided.note) } as BatchDecision
  const to = goesTo[decision.action]
  const isOpen = mayMoveBatch(batch.status, to, 'super_admin')
  const isResume = batch.status === 'PAUSED'
  if (!isOpen || isResume !== (decision.action === 'resume')) throw await decidedAlready(tx, batch)
  const done = await carryOut(tx, { world, approvalsNeeded }, by, batch, decision)
  world.crashPoint?.('batch.deciding')
  audit(tx, world, by, batch, decision, done)
}

/** What was decided about: how many rows, how much, which of them too early, and whether it was the last approval that was needed. */
type Done = { isComplete: boolean; count: number; amount: bigint; early: number[] }

async function carryOut(
  tx: Transaction,
  { world, approvalsNeeded }: Deciding,
  by: BatchDecider,
  batch: BatchRow,
  decision: BatchDecision,
): Promise<Done> {
  const byUser = by.adminId
  const whole = { isComplete: true, count: batch.row_count, amount: batch.amount_total, early: [] }
  switch (decision.action) {
    case 'approve':
      return await approve(tx, { world, approvalsNeeded }, by, batch, decision)
    case 'reject':
      await rejectBatch(tx, world, batch, { source: 'super_admin', byUser, note: decision.note })
      return whole
    default: {
      if (decision.action === 'pause') await takeBackRows(tx, batch.id)
      const { note } = decision
      await moveBatch(tx, world, { batch, to: goesTo[decision.action], source: 'super_admin', byUser, note })
      return whole
    }
  }
}

type Approve = Extract<BatchDecision, { action: 'approve' }>

async function approve(
  tx: Transaction,
  { world, approvalsNeeded }: Deciding,
  by: BatchDecider,
  batch: BatchRow,
  decision: Approve,
): Promise<Done> {
  if (decision.contentHash !== batch.content_hash) {
    throw new Refusal('invalid_state', {
      message: 'These are not the rows that you have looked at. Read the batch again.',
      details: { status: batch.status, content_hash: batch.content_hash },
    })
  }
  await refuseHeldBack(tx, batch)
  await refuseRestrictedMerchant(tx, batch)
  const except = exceptOf(batch, decision.except)
  const rows = await lockRows(tx, batch.id)
  const approved = rows.filter(({ batch_row: row }) => row !== null && !except.has(row))
  const early = await refuseUnreadyRows(tx, world, batch, approved, decision.overridesCooling)
  const alone = await lockPassedAlone(tx, world, batch)
  await noteApproval(tx, world, by, batch, [...except], decision.note)
  const [counted] = await tx<{ approvals: number }[]>`
    select count(*)::int as approvals from disbursement_batch_approvals where batch_id = ${batch.id}`
  const isComplete = (counted?.approvals ?? 0) >= approvalsNeeded(askedWith(batch), alone)
  if (isComplete) {
    const { note, rowsDueAt } = decision
    await approveRows(tx, world, batch, rows, {
      source: 'super_admin',
      byUser: by.adminId,
      note,
      except,
      rowsDueAt,
    })
  }
  return { isComplete, count: approved.length, amount: amountOf(approved), early }
}

function amountOf(rows: readonly WithdrawalRow[]): bigint {
  return rows.reduce((sum, { amount }) => sum + amount, 0n)
}

function exceptOf({ row_count: count }: BatchRow, numbers: readonly number[]): Set<number> {
  const except = new Set([...numbers].sort((a, b) => a - b))
  if ([...except].some((row) => row > count)) {
    throw invalid({ field: 'except', problem: `must be rows of the batch, which has ${count}` })
  }
  if (except.size === count) {
    throw invalid({ field: 'except', problem: 'must leave a row to be approved; reject the batch instead' })
  }
  return except
}

async function refuseRestrictedMerchant(tx: Transaction, batch: BatchRow): Promise<void> {
  const [merchant] = await tx<Gates[]>`
    select is_active, verification_status from merchants where id = ${batch.merchant_id}`
  if (!merchant || isRestricted(batch, merchant)) throw new Refusal('withdrawal_restricted')
}

/** Nobody approves twice, and the second approves what the first did. */
async function noteApproval(
  tx: Transaction,
  world: World,
  by: BatchDecider,
  batch: BatchRow,
  except: number[],
  note: string | null,
): Promise<void> {
  const before = await tx<{ approved_by: string; except_rows: number[] }[]>`
    select approved_by, except_rows from disbursement_batch_approvals where batch_id = ${batch.id}`
  if (before.some(({ approved_by: adminId }) => adminId === by.adminId)) {
    throw new Refusal('invalid_state', {
      message: 'You have approved it already. Somebody else must be the second.',
    })
  }
  const other = before.find(({ except_rows: rows }) => rows.join() !== except.join())
  if (other) {
    throw new Refusal('invalid_state', {
      message: 'The first approval leaves out other rows. Leave out the same ones, or reject the batch.',
      details: { status: batch.status, except: other.except_rows },
    })
  }
  await tx`
    insert into disbursement_batch_approvals (merchant_id, batch_id, approved_by, except_rows, note, at)
    values (${batch.merchant_id}, ${batch.id}, ${by.adminId}, ${except}::integer[], ${note}, ${world.clock.now()})`
}

/** Of two who decide at once, the second reads who was first; what the service has done by itself was nobody's decision. */
async function decidedAlready(tx: Transaction, { id, status }: BatchRow): Promise<Refusal> {
  const paused = status === 'PAUSED' ? await findOwnPause(tx, id) : undefined
  if (paused) {
    const details = { status, paused_by: 'service', paused_at: paused.at.toISOString() }
    return new Refusal('invalid_state', { message: `The service has paused it: ${paused.note}`, details })
  }
  const [last] = await tx<{ name: string; at: Date }[]>`
    select u.name, h.at from disbursement_batch_history h join users u on u.id = h.by_user
    where h.batch_id = ${id} and h.source = 'super_admin' order by h.seq desc limit 1`
  const details = { status, decided_by: last?.name ?? null, decided_at: last?.at.toISOString() ?? null }
  const message = last && `Already decided by ${last.name}: it is ${status} now.`
  return new Refusal('invalid_state', { details, ...(message && { message }) })
}

/** The last step of a batch that is paused, where no person made it. */
async function findOwnPause(tx: Transaction, id: string): Promise<{ note: string; at: Date } | undefined> {
  const [last] = await tx<{ source: string; note: string; at: Date }[]>`
    select source, note, at from disbursement_batch_history where batch_id = ${id} order by seq desc limit 1`
  return last?.source === 'service' ? last : undefined
}

function audit(
  tx: Transaction,
  world: World,
  by: BatchDecider,
  batch: BatchRow,
  decision: BatchDecision,
  { isComplete, count, amount, early }: Done,
): void {
  const { action, note } = decision
  const except = decision.action === 'approve' ? decision.except : []
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'super_admin', id: by.adminId },
      action: `disbursement_batch.${action}`,
      subject: { kind: 'disbursement_batch', id: batch.id },
      merchantId: batch.merchant_id,
      details: {
        from: batch.status,
        to: isComplete ? goesTo[action] : batch.status,
        note,
        rows: count,
        amount: textFromMinor(amount),
        currency: batch.currency,
        content_hash: batch.content_hash,
        ...(except.length > 0 && { except }),
        ...(early.length > 0 && { overrides: 'recipient_cooling', early_rows: early }),
      },
      requestId: by.requestId,
    },
  ])
}
