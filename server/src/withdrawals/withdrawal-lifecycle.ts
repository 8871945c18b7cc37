import { type EventType, type withdrawalSorts, withdrawalStatuses } from '@malipo/contract'

export type WithdrawalStatus = (typeof withdrawalStatuses)[number]

/** Who moves a withdrawal, as its history tells it. */
export const sources = [
  'caller',
  'merchant',
  'super_admin',
  'simulated_admin',
  'reply',
  'callback',
  'look_up',
] as const
export type Source = (typeof sources)[number]

const provider = ['reply', 'callback', 'look_up'] as const
const approvers = ['super_admin', 'simulated_admin'] as const

/** Where the money of a withdrawal is: still the merchant's, set aside, or gone. */
export type Position = 'free' | 'reserved' | 'paid'

type State = {
  next: Partial<Record<WithdrawalStatus, readonly Source[]>>
  position: Position
  announces: EventType | null
}

/**
 * The life of a withdrawal. Nothing leaves `PENDING_ADMIN_APPROVAL` without an administrator, but for what its merchant
 * takes back before anybody has decided; and whatever the provider says against our books waits in
 * `NEEDS_ADMIN_ATTENTION`, with the money set aside, until one has decided. What is paid stays paid until it comes back;
 * anything else that is said of it is a discrepancy, and moves nothing.
 */
export const withdrawalLifecycle = {
  PENDING_ADMIN_APPROVAL: {
    next: {
      PROCESSING: approvers,
      REJECTED: ['super_admin', 'merchant'],
      INFO_REQUESTED: approvers,
      FAILED: ['simulated_admin'],
    },
    position: 'free',
    announces: null,
  },
  INFO_REQUESTED: {
    next: {
      PENDING_ADMIN_APPROVAL: ['merchant'],
      PROCESSING: approvers,
      REJECTED: ['super_admin', 'merchant'],
      FAILED: ['simulated_admin'],
    },
    position: 'free',
    announces: 'disbursement.info_requested',
  },
  PROCESSING: {
    next: {
      SUCCESS: provider,
      FAILED: [...provider, 'simulated_admin'],
      NEEDS_RECONCILIATION: provider,
      // To be turned away when asking tells nothing of the payout itself.
      BLOCKED_IP_WHITELIST: ['reply'],
      NEEDS_ADMIN_ATTENTION: provider,
    },
    position: 'reserved',
    announces: 'disbursement.approved',
  },
  NEEDS_RECONCILIATION: {
    next: {
      SUCCESS: [...provider, 'super_admin'],
      FAILED: [...provider, ...approvers],
      NEEDS_ADMIN_ATTENTION: provider,
    },
    position: 'reserved',
    announces: null,
  },
  BLOCKED_IP_WHITELIST: {
    next: {
      PROCESSING: approvers,
      SUCCESS: [...provider, 'super_admin'],
      FAILED: [...provider, 'super_admin'],
      NEEDS_ADMIN_ATTENTION: provider,
    },
    position: 'reserved',
    announces: null,
  },
  NEEDS_ADMIN_ATTENTION: {
    next: { SUCCESS: approvers, FAILED: approvers },
    position: 'reserved',
    announces: null,
  },
  SUCCESS: {
    next: { REVERSED: [...provider, 'super_admin'] },
    position: 'paid',
    announces: 'disbursement.success',
  },
  FAILED: {
    next: { NEEDS_ADMIN_ATTENTION: provider },
    position: 'free',
    announces: 'disbursement.failed',
  },
  REJECTED: { next: {}, position: 'free', announces: 'disbursement.failed' },
  REVERSED: { next: {}, position: 'free', announces: 'disbursement.reversed' },
} as const satisfies Record<WithdrawalStatus, State>

/** How withdrawals begin, and who begins them. */
export const withdrawalBirths: Partial<Record<WithdrawalStatus, readonly Source[]>> = {
  PENDING_ADMIN_APPROVAL: ['caller'],
}

export function mayMove(from: WithdrawalStatus, to: WithdrawalStatus, source: Source): boolean {
  const { next }: State = withdrawalLifecycle[from]
  return next[to]?.includes(source) ?? false
}

/** What merchants are told of refunds: how they ended. */
const refundEvents: Partial<Record<WithdrawalStatus, EventType>> = {
  SUCCESS: 'refund.success',
  FAILED: 'refund.failed',
  REJECTED: 'refund.rejected',
  REVERSED: 'refund.reversed',
}

/** The event that tells of a step. What is sent once more was approved before, and its merchant knows. */
export function eventOf(
  from: WithdrawalStatus | null,
  to: WithdrawalStatus,
  kind: (typeof withdrawalSorts)[number] = 'withdrawal',
): EventType | null {
  const isRetry = from === 'BLOCKED_IP_WHITELIST' && to === 'PROCESSING'
  if (from === null || isRetry) return null
  return kind === 'refund' ? (refundEvents[to] ?? null) : withdrawalLifecycle[to].announces
}

/** What is said of a refund that was not sent, because its payment had gone back by itself. */
export const returnedByItself = 'REVERSED'

/** What is said of a repeat that was not sent, because what it repeats was paid after all. */
export const repeatedIsPaid = 'PAID_BEFORE'

/** What we say in the place of a provider that was not asked. */
export const wordsOfOurs: readonly (string | null)[] = [returnedByItself, repeatedIsPaid]

export const pendingStatuses = ['PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED'] as const

/** Every step a history may show, births included. */
export function legalWithdrawalSteps(): { from: WithdrawalStatus | null; to: WithdrawalStatus }[] {
  const births = Object.keys(withdrawalBirths).map((to) => ({ from: null, to: to as WithdrawalStatus }))
  const moves = withdrawalStatuses.flatMap((from) =>
    Object.keys(withdrawalLifecycle[from].next).map((to) => ({ from, to: to as WithdrawalStatus })),
  )
  return [...births, ...moves]
}
