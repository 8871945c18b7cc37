// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'

export interface AdminRemoveRiskListEntryReply {
  list: string
  removed: true
}

export interface AdminSetRiskListEntryRequest {
  note?: string | undefined
}

export interface RiskListEntry {
  id: string
  list: string
  /** A phone number as 255 and nine digits, or an account number. */
  value: string
  note: string | null
  added_at: string
  added_by: string
}

export interface AdminListRiskListEntriesQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  list?: string | undefined
}

export interface AdminRiskListsCalls {
  /** See which numbers are on lists. */
  list(query?: AdminListRiskListEntriesQuery, options?: CallOptions): List<RiskListEntry>

  /** Put a number on a list. A phone or account number. A list is there as soon as something is on it. Again changes the note. */
  put(list: string, value: string, body?: AdminSetRiskListEntryRequest, options?: CallOptions): Promise<RiskListEntry>

  /** Take a number off a list. It is kept nowhere after that. */
  remove(list: string, value: string, options?: CallOptions): Promise<AdminRemoveRiskListEntryReply>
}

export const adminRiskListsLines = {
  list: 'GET /v1/admin/risk-lists query list',
  put: 'PUT /v1/admin/risk-lists/{list}/{value} body',
  remove: 'DELETE /v1/admin/risk-lists/{list}/{value}',
} as const
