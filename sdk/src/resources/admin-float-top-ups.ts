// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { NoteRequest } from './admin-records.ts'

export interface AdminRecordFloatTopUpRequest {
  provider: string
  currency?: string | undefined
  amount: string
  /** What the bank or the provider calls the transfer. */
  reference: string
  paid_on: string
  note?: string | undefined
}

export interface FloatTopUp {
  id: string
  provider: string
  currency: string
  amount: string
  reference: string
  paid_on: string
  note: string | null
  recorded_by: string
  /** The record that this one takes back. */
  reverses: string | null
  reversed_at: string | null
  created_at: string
}

export interface AdminListFloatTopUpsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
  provider?: string | undefined
  /** What the bank or the provider calls the transfer. */
  reference?: string | undefined
}

export interface AdminFloatTopUpsCalls {
  /** Record that the float at a provider was topped up. For money that was already sent to the provider: nothing is sent by this. It belongs to no merchant. A transfer is recorded once for each provider; what was recorded wrongly is taken back with `reverse`, and may then be recorded anew. */
  record(body: AdminRecordFloatTopUpRequest, options?: CallOptions): Promise<FloatTopUp>

  /** Take back a record that was wrong. Makes a contrary record of the same amount and answers with it; the wrong one stays. Once. */
  reverse(top_up_id: string, body: NoteRequest, options?: CallOptions): Promise<FloatTopUp>

  /** List what the floats were topped up with. */
  list(query?: AdminListFloatTopUpsQuery, options?: CallOptions): List<FloatTopUp>
}

export const adminFloatTopUpsLines = {
  record: 'POST /v1/admin/float-top-ups body key',
  reverse: 'POST /v1/admin/float-top-ups/{top_up_id}/reverse body key',
  list: 'GET /v1/admin/float-top-ups query list',
} as const
