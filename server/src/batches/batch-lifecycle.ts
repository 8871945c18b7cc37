import { batchStatuses, type EventType } from '@malipo/contract'

export type BatchStatus = (typeof batchStatuses)[number]

/** Who moves a batch, as its history tells it. `service` is what follows from its rows. */
export const batchSources = ['caller', 'merchant', 'super_admin', 'simulated_admin', 'service'] as const
export type BatchSource = (typeof batchSources)[number]

const approvers = ['super_admin', 'simulated_admin'] as const

type State = {
  next: Partial<Record<BatchStatus, readonly BatchSource[]>>
  announces: EventType | null
}

/**
 * The life of a batch. Nobody but an administrator lets it go, and once it goes it is paused and resumed, but never called back: what was
 * sent may have been paid. It is over when all its rows are, whatever became of each.
 */
export const batchLifecycle = {
  PENDING_ADMIN_APPROVAL: {
    next: {
      PROCESSING: approvers,
      INFO_REQUESTED: approvers,
      REJECTED: [...approvers, 'merchant'],
    },
    announces: null,
  },
  INFO_REQUESTED: {
    next: {
      PENDING_ADMIN_APPROVAL: ['merchant'],
      PROCESSING: approvers,
      REJECTED: [...approvers, 'merchant'],
    },
    announces: null,
  },
  PROCESSING: {
    next: { PAUSED: ['super_admin', 'service'], DONE: ['service'] },
    announces: 'disbursement_batch.approved',
  },
  PAUSED: {
    next: { PROCESSING: approvers, DONE: ['service'] },
    announces: 'disbursement_batch.paused',
  },
  REJECTED: { next: {}, announces: 'disbursement_batch.rejected' },
  DONE: { next: {}, announces: 'disbursement_batch.done' },
} as const satisfies Record<BatchStatus, State>

export const batchBirths: Partial<Record<BatchStatus, readonly BatchSource[]>> = {
  PENDING_ADMIN_APPROVAL: ['caller'],
}

export function mayMoveBatch(from: BatchStatus, to: BatchStatus, source: BatchSource): boolean {
  const { next }: State = batchLifecycle[from]
  return next[to]?.includes(source) ?? false
}

/** The event that tells of a step. One that goes on was approved before, and its merchant knows. */
export function batchEventOf(from: BatchStatus | null, to: BatchStatus): EventType | null {
  return from === null || (from === 'PAUSED' && to === 'PROCESSING') ? null : batchLifecycle[to].announces
}

export const undecided = ['PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED'] as const

export function isUndecided(status: BatchStatus): boolean {
  return (undecided as readonly string[]).includes(status)
}

/** Every step a history may show, births included. */
export function legalBatchSteps(): { from: BatchStatus | null; to: BatchStatus }[] {
  const births = Object.keys(batchBirths).map((to) => ({ from: null, to: to as BatchStatus }))
  const moves = batchStatuses.flatMap((from) =>
    Object.keys(batchLifecycle[from].next).map((to) => ({ from, to: to as BatchStatus })),
  )
  return [...births, ...moves]
}
