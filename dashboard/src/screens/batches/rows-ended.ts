import type { RowsByStatus, WithdrawalStatus } from '@malipo/sdk'

/** States in which a row stays, whatever anybody does to its batch. */
const ends: readonly WithdrawalStatus[] = ['SUCCESS', 'FAILED', 'REJECTED', 'REVERSED']

/** The order in which states are told: what went well, what did not, and what is still to come. */
const order: readonly WithdrawalStatus[] = [
  'SUCCESS',
  'FAILED',
  'REVERSED',
  'REJECTED',
  'NEEDS_RECONCILIATION',
  'NEEDS_ADMIN_ATTENTION',
  'BLOCKED_IP_WHITELIST',
  'PROCESSING',
  'INFO_REQUESTED',
  'PENDING_ADMIN_APPROVAL',
]

export type RowCount = { status: WithdrawalStatus; count: number }

export function countsOf(rows: RowsByStatus): RowCount[] {
  return order.flatMap((status) => {
    const count = rows[status] ?? 0
    return count > 0 ? [{ status, count }] : []
  })
}

/** How many rows have ended, as what and whoever was paid. */
export function rowsEnded(rows: RowsByStatus): number {
  return ends.reduce((sum, status) => sum + (rows[status] ?? 0), 0)
}
