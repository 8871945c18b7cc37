// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'

export interface Queue {
  /** Wait for a decision, those that were answered among them. */
  withdrawals: QueueCount
  /** Disbursement batches that wait for a decision, or are paused. */
  batches: QueueCount
  /** Wait for a decision after their merchant has answered a question. */
  answered: QueueCount
  /** Wait for their merchant to answer. */
  asked: QueueCount
  /** Payouts of which nobody knows the end, or that only a person can set going again. */
  unclear: QueueCount
  /** Payments that wait for clearance. */
  held: QueueCount
  /** Open. */
  discrepancies: QueueCount
  /** Payments that cannot go on. */
  stuck: QueueCount
  /** Callbacks that could not be carried out. */
  dead_letters: QueueCount
  /** Open, of live, whichever environment was asked for. */
  alerts: QueueCount
  /** Those of them that you have not read. */
  unread_alerts: QueueCount
}

export interface QueueCount {
  /** At most 100. */
  count: number
  /** Whether there are more than were counted. */
  is_more: boolean
  /** Since when the oldest has waited. */
  oldest_at: string | null
}

export interface AdminQueueCalls {
  /** See how much waits for Super Admins. Cheap enough to be asked for every fifteen seconds. */
  get(options?: CallOptions): Promise<Queue>
}

export const adminQueueLines = {
  get: 'GET /v1/admin/queue',
} as const
