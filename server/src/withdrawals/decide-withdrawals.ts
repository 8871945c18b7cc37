import type { Environment } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import { type Decider, refuseOwnMoney } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { refuseUnseen, type Seen } from '../evidence/evidence.ts'
import { isId } from '../primitives/id.ts'
import { leaveOutPeople } from '../primitives/leave-out-people.ts'
import { Refusal } from '../primitives/refusal.ts'
import { refuseHeldBack } from '../providers/providers.ts'
import { refuseUnready } from '../recipients/recipients.ts'
import type { World } from '../world/world.ts'
import { refuseContradicted } from './contradicted.ts'
import { type Gates, isRestricted } from './is-restricted.ts'
import { lockWithdrawals } from './lock-withdrawals.ts'
import { moveWithdrawals, stepOf } from './move-withdrawals.ts'
import { refusePaidBefore } from './paid-before.ts'
import { type ApprovalsNeeded, lockPassedAlone } from './passed-alone.ts'
import { findPeople } from './people-of-refunds.ts'
import { refusePaidAfterAll } from './refund-effects.ts'
import { mayMove, type WithdrawalStatus } from './withdrawal-lifecycle.ts'
import { isRefund, refuseAwaiting, type WithdrawalRow } from './withdrawal-row.ts'

export type PayoutDecider = Decider & { environment: Environment }

export type Decision = {
  action: 'approve' | 'reject' | 'request_info' | 'resolve' | 'retry'
  to: WithdrawalStatus
  /** Only from these states: a decision is made about what somebody saw. */
  from: readonly WithdrawalStatus[]
  note: string | null
  /** Approved although its recipient cools. */
  overridesCooling?: boolean
  /** The version of the evidence that whoever decides has seen, if they say so. */
  seen?: number | undefined
}

export type Deciding = {
  world: World
  approvalsNeeded: ApprovalsNeeded
}

/**
 * A Super Admin decides, with the audit entry in the same transaction. The row is locked first and the book after it, so
 * of two who decide at once one finds the state gone, and of two who spend the same money one finds it spent.
 */
export async function decideWithdrawal(
  tx: Transaction,
  { world, approvalsNeeded }: Deciding,
  by: PayoutDecider,
  id: string,
  decided: Decision,
): Promise<void> {
  const withdrawal = isId(id) ? (await lockWithdrawals(tx, [id])).get(id) : undefined
  if (!withdrawal || withdrawal.environment !== by.environment) throw new Refusal('not_found')
  await refuseOwnMoney(tx, world, by, withdrawal)
  refuseAwaiting(withdrawal)
  const peopleIn = await findPeople(tx, [withdrawal])
  const decision = { ...decided, note: leaveOutPeople(decided.note, peopleIn(withdrawal)) }
  const isOpen =
    decision.from.includes(withdrawal.status) && mayMove(withdrawal.status, decision.to, 'super_admin')
  if (!isOpen) throw await decidedAlready(tx, withdrawal)
  await refuseUnseen(tx, withdrawal, decision.seen)
  const takesBack = decision.to === 'REJECTED' || decision.to === 'FAILED'
  if (decision.action === 'approve' || takesBack) await refuseHeldBack(tx, withdrawal)
  if (takesBack) await refuseContradicted(tx, [withdrawal.id])
  const isEarly =
    decision.action === 'approve' && (await refuseUnfit(tx, withdrawal, world.clock.now(), decision))
  const isComplete =
    decision.action !== 'approve' || (await approve(tx, world, by, withdrawal, decision, approvalsNeeded))
  if (isComplete) {
    const wish = {
      withdrawal,
      to: decision.to,
      source: 'super_admin',
      byUser: by.adminId,
      providerStatus: null,
    }
    const steps = [
      stepOf({ ...wish, note: decision.note } as Parameters<typeof stepOf>[0], world.clock.now()),
    ]
    await moveWithdrawals(tx, world, steps)
  }
  world.crashPoint?.('withdrawal.approving')
  await audit(tx, world, by, withdrawal, decision, { isComplete, isEarly })
}

/** Of two who decide at once, the second reads who was first. Where no person decided it, the state alone says why. */
async function decidedAlready(tx: Transaction, { id, status }: WithdrawalRow): Promise<Refusal> {
  const [last] = await tx<{ name: string; at: Date }[]>`
    select u.name, h.at from withdrawal_history h join users u on u.id = h.by_user
    where h.withdrawal_id = ${id} and h.source = 'super_admin' order by h.seq desc limit 1`
  const details = { status, decided_by: last?.name ?? null, decided_at: last?.at.toISOString() ?? null }
  const message = last && `Already decided by ${last.name}: it is ${status} now.`
  return new Refusal('invalid_state', { details, ...(message && { message }) })
}

/** Notes the approval, and tells whether it was the last one needed. Nobody approves twice. */
async function approve(
  tx: Transaction,
  world: World,
  by: Decider,
  withdrawal: WithdrawalRow,
  { note }: Decision,
  approvalsNeeded: ApprovalsNeeded,
): Promise<boolean> {
  const alone = await lockPassedAlone(tx, world, withdrawal)
  const noted = await tx`
    insert into withdrawal_approvals (merchant_id, withdrawal_id, approved_by, note, at)
    values (${withdrawal.merchant_id}, ${withdrawal.id}, ${by.adminId}, ${note}, ${world.clock.now()}) on conflict do nothing`
  if (noted.count === 0) {
    throw new Refusal('invalid_state', {
      message: 'You have approved it already. Somebody else must be the second.',
    })
  }
  const [counted] = await tx<{ approvals: number }[]>`
    select count(*)::int as approvals from withdrawal_approvals where withdrawal_id = ${withdrawal.id}`
  return (counted?.approvals ?? 0) >= approvalsNeeded(withdrawal, alone)
}

/**
 * What may not leave: of a merchant that is restricted, to a recipient that is not ready or has the money already, or what has gone back
 * to the payer by itself.
 * Tells whether it leaves before its recipient is ready.
 */
async function refuseUnfit(
  tx: Transaction,
  row: WithdrawalRow,
  now: Date,
  { overridesCooling = false }: Decision,
): Promise<boolean> {
  const [merchant] = await tx<Gates[]>`
    select is_active, verification_status from merchants where id = ${row.merchant_id}`
  if (!merchant || isRestricted(row, merchant)) {
    throw new Refusal(isRefund(row) ? 'merchant_inactive' : 'withdrawal_restricted')
  }
  if (isRefund(row)) await refusePaidAfterAll(tx, row)
  else await refusePaidBefore(tx, row)
  return await refuseUnready(tx, row, now, overridesCooling)
}

async function audit(
  tx: Transaction,
  world: World,
  by: Decider,
  withdrawal: WithdrawalRow,
  { action, to, note }: Decision,
  { isComplete, isEarly }: { isComplete: boolean; isEarly: boolean },
): Promise<void> {
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'super_admin', id: by.adminId },
      action: `withdrawal.${action}`,
      subject: { kind: 'withdrawal', id: withdrawal.id },
      merchantId: withdrawal.merchant_id,
      details: {
        from: withdrawal.status,
        to: isComplete ? to : withdrawal.status,
        note,
        ...(isEarly && { overrides: 'recipient_cooling' }),
      },
      requestId: by.requestId,
    },
  ])
}

/** Those of which a person may say how they ended. */
export const resolvable: readonly WithdrawalStatus[] = [
  'NEEDS_RECONCILIATION',
  'NEEDS_ADMIN_ATTENTION',
  'BLOCKED_IP_WHITELIST',
]

/** One that waits for a person to say how it ended, for somebody who may: who may not, makes nobody ask the provider. */
export async function findUnresolved(world: World, by: PayoutDecider, id: string): Promise<Seen | undefined> {
  if (!isId(id)) return undefined
  const [found] = await world.sql<WithdrawalRow[]>`
    select * from withdrawals
    where id = ${id} and environment = ${by.environment} and status = any(${[...resolvable]}::text[])`
  if (found) await refuseOwnMoney(world.sql, world, by, found)
  return found
}
