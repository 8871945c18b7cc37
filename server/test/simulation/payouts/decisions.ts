import { type Decision, pendingStatuses } from '../../../src/withdrawals/withdrawals.ts'

const openToPeople = ['NEEDS_RECONCILIATION', 'NEEDS_ADMIN_ATTENTION', 'BLOCKED_IP_WHITELIST'] as const

/** What Super Admins say, in the words of their routes. */
export const decisions = {
  approve: { action: 'approve', to: 'PROCESSING', from: pendingStatuses, note: null },
  reject: { action: 'reject', to: 'REJECTED', from: pendingStatuses, note: 'no' },
  ask: { action: 'request_info', to: 'INFO_REQUESTED', from: ['PENDING_ADMIN_APPROVAL'], note: 'what for?' },
  retry: { action: 'retry', to: 'PROCESSING', from: ['BLOCKED_IP_WHITELIST'], note: null },
  'resolve paid': { action: 'resolve', to: 'SUCCESS', from: openToPeople, note: 'their statement says so' },
  'resolve failed': { action: 'resolve', to: 'FAILED', from: openToPeople, note: 'their statement says so' },
} as const satisfies Record<string, Decision>
