// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { QueueOrder, SettlementStatus } from './fields.ts'

export interface AdminSettleDeadLetterRequest {
  action: DeadLetterAction
  note: string
}

export interface DeadLetter {
  id: string
  provider: string
  /** The beginning of what came, as text. */
  body: string
  attempts: number
  /** Why it could not be carried out when it was last tried. */
  fault: string
  status: SettlementStatus
  action: DeadLetterAction | null
  note: string | null
  settled_by: string | null
  settled_by_name: string | null
  received_at: string
  created_at: string
  settled_at: string | null
}

export type DeadLetterAction = 'retry' | 'dismiss'

export interface AdminListDeadLettersQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  order?: QueueOrder | undefined
  status?: SettlementStatus | undefined
  provider?: string | undefined
}

export interface AdminDeadLettersCalls {
  /** List the callbacks that could not be carried out. */
  list(query?: AdminListDeadLettersQuery, options?: CallOptions): List<DeadLetter>

  /** Read a callback that could not be carried out. */
  get(dead_letter_id: string, options?: CallOptions): Promise<DeadLetter>

  /** Take a callback up again, or dismiss it. `retry` puts it back among those that are due, as genuine as it was when it came; should it fail again, it is open again. `dismiss` says that nothing has to be done about it. */
  settle(dead_letter_id: string, body: AdminSettleDeadLetterRequest, options?: CallOptions): Promise<DeadLetter>
}

export const adminDeadLettersLines = {
  list: 'GET /v1/admin/dead-letters query list',
  get: 'GET /v1/admin/dead-letters/{dead_letter_id}',
  settle: 'POST /v1/admin/dead-letters/{dead_letter_id}/settle body key',
} as const
