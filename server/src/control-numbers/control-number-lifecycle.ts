import type { controlNumberStatuses, EventType } from '@malipo/contract'

export type ControlNumberStatus = (typeof controlNumberStatuses)[number]

/**
 * Who moves a control number: its merchant, a payment for it that comes or goes back, what becomes of its invoice otherwise, or the end of
 * its time.
 */
export const movers = ['merchant', 'payment', 'invoice', 'expiry'] as const
export type Mover = (typeof movers)[number]

type State = { next: Partial<Record<ControlNumberStatus, readonly Mover[]>> }

/**
 * The life of a control number. What was paid is open again when the money is taken back, and ends then if its time is over. What has ended
 * otherwise stays so, also if a payment that was held meanwhile comes through: it counts, and nobody can pay once more.
 */
export const controlNumberLifecycle = {
  ACTIVE: {
    next: { PAID: ['payment', 'invoice'], EXPIRED: ['expiry'], CANCELLED: ['merchant', 'invoice'] },
  },
  PAID: { next: { ACTIVE: ['payment', 'invoice'] } },
  EXPIRED: { next: {} },
  CANCELLED: { next: {} },
} as const satisfies Record<ControlNumberStatus, State>

export const controlNumberBirths = { ACTIVE: ['merchant'] } as const

export function mayMove(from: ControlNumberStatus, to: ControlNumberStatus, by: Mover): boolean {
  const { next }: State = controlNumberLifecycle[from]
  return next[to]?.includes(by) ?? false
}

const events: Record<ControlNumberStatus, EventType> = {
  ACTIVE: 'control_number.reopened',
  PAID: 'control_number.paid',
  EXPIRED: 'control_number.expired',
  CANCELLED: 'control_number.cancelled',
}

/** What tells of a step; whoever makes one is told by the answer. */
export function controlNumberEventOf(
  from: ControlNumberStatus | null,
  to: ControlNumberStatus,
): EventType | null {
  return from === null ? null : events[to]
}
