import { environments } from '@malipo/contract'
import { type KeptByTime, type KeptForEver, keepByTime, keepForEver } from '../database/database.ts'
import type { Route } from '../http/http.ts'
import { type Chore, startTaking } from '../jobs/jobs.ts'
import { readRetention } from '../retention/retention.ts'
import type { World } from '../world/world.ts'
import { type Chaser, chasing } from './chase-withdrawals.ts'
import { settleBySimulation } from './settle-by-simulation.ts'
import { destinationRoutes, disbursementRoutes, withdrawalRoutes } from './withdrawal-routes.ts'

export { isOut } from './bear-returns.ts'
export { cancelWithdrawal } from './cancel-withdrawals.ts'
export { type Chaser, chaseWithdrawals } from './chase-withdrawals.ts'
export { refuseContradicted } from './contradicted.ts'
export {
  type Deciding,
  type Decision,
  decideWithdrawal,
  findUnresolved,
  type PayoutDecider,
  resolvable,
} from './decide-withdrawals.ts'
export { type Destination, destinations } from './destinations.ts'
export { draftTo, type Wish } from './draft-to-recipient.ts'
export {
  type Checked,
  checkDestination,
  type Draft,
  payOutCurrency,
  readPlace,
  refuseRestricted,
  rowOf,
  untouched,
} from './draft-withdrawal.ts'
export {
  findPayOutCarriers,
  findSteps,
  findWithdrawal,
  type Owner,
  pendingTotal,
  withdrawalKinds,
} from './find-withdrawals.ts'
export { countTurns, hasGoneBack, wasToldGone, wasToldGoneSince } from './gone-back.ts'
export { withdrawalHastener } from './hasten-withdrawal.ts'
export { withdrawalCallbacks } from './hear-callbacks.ts'
export { type Gates, isRestricted } from './is-restricted.ts'
export { lockWithdrawals } from './lock-withdrawals.ts'
export { moveWithdrawals, type Step, stepOf } from './move-withdrawals.ts'
export { findPaidBefore } from './paid-before.ts'
export {
  type ApprovalsNeeded,
  lockPassedAlone,
  neededFor,
  passedAlone,
  passedAloneBeside,
} from './passed-alone.ts'
export { paymentOf } from './payment-of.ts'
export { writeRefunded } from './refund-effects.ts'
export { feePart, findReturnableFees } from './refund-fees.ts'
export {
  answerRequest,
  approvalDelayOf,
  dueAfter,
  insertWithdrawal,
  insertWithdrawals,
} from './request-withdrawals.ts'
export { resolveWithdrawals } from './resolve-withdrawals.ts'
export { operatorMs, settleBySimulation } from './settle-by-simulation.ts'
export { withdrawalSettler } from './settle-withdrawals.ts'
export { maskIdentifier, showRefund } from './show-refund.ts'
export { showWithdrawal } from './show-withdrawal.ts'
export {
  legalWithdrawalSteps,
  pendingStatuses,
  type WithdrawalStatus,
  withdrawalLifecycle,
} from './withdrawal-lifecycle.ts'
export { type ResolvePayOut, withdrawalResolver } from './withdrawal-resolver.ts'
export {
  endedUnpaid,
  isFromReturns,
  isRefund,
  type Paid,
  payOutPrefix,
  peopleOf,
  type RefundRow,
  type WithdrawalRow,
} from './withdrawal-row.ts'

export function routes({ world, registry }: Pick<Chaser, 'world' | 'registry'>): Route[] {
  return [
    ...withdrawalRoutes(world, registry),
    ...disbursementRoutes(world, registry),
    ...destinationRoutes(world, registry),
  ]
}

export function chores({ world, registry, resolvePayOut }: Chaser): Chore[] {
  const chaser = { world, registry, resolvePayOut }
  const chase = environments.map(
    (environment): Chore => ({
      name: `withdrawals.chase-${environment}`,
      start: (onError) => startTaking(chasing(chaser, environment), { everyMs: 250, onError }),
    }),
  )
  const settle = () => settleBySimulation(chaser)
  return [
    ...chase,
    { name: 'withdrawals.settle-by-simulation', everyMs: 1_000, work: settle },
    { name: 'exchanges.keep', everyMs: 600_000, work: () => keepExchanges(world) },
    { name: 'withdrawals.keep', everyMs: 600_000, work: () => keepForEver(world, keptWithdrawals) },
    { name: 'withdrawals.keep-history', everyMs: 600_000, work: () => keepForEver(world, withdrawalHistory) },
  ]
}

/** A year in one part, as payments. What a payout claims is held over all parts by whoever writes it (`refuse_claimed_before`). */
export const keptWithdrawals: KeptForEver = { table: 'withdrawals', key: 'id', spanDays: 365 }

export const withdrawalHistory: KeptForEver = { table: 'withdrawal_history', key: 'withdrawal_id' }

/** Support is asked about a payout of last year; its own row and history stay for ever. */
export const exchanges: KeptByTime = { table: 'provider_exchanges', key: 'id', keptDays: 400, spanDays: 100 }

async function keepExchanges(world: World): Promise<void> {
  await keepByTime(world, { ...exchanges, keptDays: (await readRetention(world.sql)).exchanges_days })
}
