// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'

export interface Operator {
  id: string
  name: string
  email: string
  /** Whether the address is proven: alerts are mailed to no other. */
  email_verified: boolean
  two_factor_enabled: boolean
  /** Null without one, and where nobody kept the time. */
  two_factor_since: string | null
  /** Since when they have been a Super Admin. */
  created_at: string
  created_by: OperatorMaker | null
  /** Of the sessions that have not ended. */
  last_signed_in_at: string | null
  /** Their last entry in the audit log. */
  last_acted_at: string | null
}

export interface OperatorMaker {
  /** `operator`: by a command at the machine. */
  kind: string
  id: string | null
}

export interface AdminListOperatorsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
}

export interface AdminOperatorsCalls {
  /** List the Super Admins. They are made by a command at the machine, and by nothing else. In production the administration is closed to whoever has no second factor. */
  list(query?: AdminListOperatorsQuery, options?: CallOptions): List<Operator>
}

export const adminOperatorsLines = {
  list: 'GET /v1/admin/operators query list',
} as const
