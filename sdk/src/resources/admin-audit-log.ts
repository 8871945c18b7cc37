// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'

export interface AdminVerifyAuditLogReply {
  holds: boolean
  problem: string | null
}

export interface AuditEntry {
  seq: number
  at: string
  actor_kind: string
  actor_id: string | null
  /** The name of the person who did it, where it was one. */
  by: string | null
  action: string
  subject_kind: string
  subject_id: string
  merchant_id: string | null
  details: unknown
  request_id: string | null
  hash: string
}

export interface AdminListAuditLogQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  action?: string | undefined
  subject_id?: string | undefined
  merchant_id?: string | undefined
  actor_id?: string | undefined
}

export interface AdminAuditLogCalls {
  /** What people with power did. */
  list(query?: AdminListAuditLogQuery, options?: CallOptions): List<AuditEntry>

  /** Walk the chain of the audit log. */
  verify(options?: CallOptions): Promise<AdminVerifyAuditLogReply>
}

export const adminAuditLogLines = {
  list: 'GET /v1/admin/audit-log query list',
  verify: 'POST /v1/admin/audit-log/verify repeatable',
} as const
