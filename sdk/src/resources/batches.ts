// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { BatchRowWarning, DisbursementBatch, RowsByStatus } from './batch-records.ts'
import type { BatchStatus, WithdrawalMethod, WithdrawalStatus } from './fields.ts'
import type { ChangeMetadataRequest, InfoAnswerRequest, Withdrawal } from './records.ts'

export interface BatchQuote {
  row_count: number
  currency: string
  /** What all recipients get together. */
  amount_total: string
  charges_total: string
  /** Amounts and charges, set aside when it is approved. */
  total_reserved_amount: string
  /** The balance that has to cover it. */
  available: string
  is_covered: boolean
  /** Null while a row is not right. */
  content_hash: string | null
  /** A batch of the last seven days that has the same rows. */
  duplicate_of: string | null
  /** What would be refused; the first 1000. The totals are of the other rows. */
  problems: BatchRowProblem[]
  /** What is worth a second look, and refuses nothing; the first 1000. */
  warnings: BatchRowWarning[]
}

export interface BatchRowProblem {
  /** Counted from 1; in a CSV without its first line. */
  row: number
  field: string
  problem: string
}

export interface BatchRowRequest {
  /** What you call the payout in your books. No two rows of a batch share it. */
  reference: string
  amount: string
  /** May be left out: `destination_code` tells it. */
  method?: WithdrawalMethod | undefined
  destination_code?: string | undefined
  destination_identifier?: string | undefined
  destination_name?: string | undefined
  bank_name?: string | undefined
  bank_account_name?: string | undefined
  /** A saved recipient, instead of the fields that say where the money goes. One of both is needed. */
  recipient_id?: string | undefined
  /** Of a look-up of this destination in the last 24 hours; see POST /v1/destinations/look-up. */
  look_up_id?: string | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
}

export interface BatchStep {
  from: BatchStatus | null
  to: BatchStatus
  source: string
  note: string | null
  at: string
}

export interface DisbursementBatchWithHistory extends DisbursementBatch {
  by_status: RowsByStatus
  /** What recipients have got: the rows that are `SUCCESS`. */
  amount_paid: string
  /** How many rows failed and were not tried again: those that `retry-failed` takes. */
  rows_to_retry: number
  history: BatchStep[]
}

export interface CreateDisbursementBatchRequest {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  rows: BatchRowRequest[] | string
  name: string
  /** Whether each row needs an approval of its own after that of the batch. */
  approve_rows?: boolean | undefined
  /** Takes the same rows once more within seven days. */
  allow_duplicate?: boolean | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
}

export interface QuoteDisbursementBatchRequest {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  rows: BatchRowRequest[] | string
  name?: string | undefined
  /** Whether each row needs an approval of its own after that of the batch. */
  approve_rows?: boolean | undefined
  /** Takes the same rows once more within seven days. */
  allow_duplicate?: boolean | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
}

export interface ListDisbursementBatchesQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: BatchStatus | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
  /** What has exactly this: `metadata[order_id]=A-17`. Up to three, and all must hold; several are looked for among the newest 100,000 that have the rarest of them. */
  metadata?: Record<string, string> | undefined
}

export interface ListBatchRowsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: WithdrawalStatus | undefined
  method?: WithdrawalMethod | undefined
  /** What has exactly this: `metadata[order_id]=A-17`. Up to three, and all must hold; several are looked for among the newest 100,000 that have the rarest of them. */
  metadata?: Record<string, string> | undefined
}

export interface BatchesCalls {
  /** Ask for many payouts at once. Whole or not at all: all rows are judged, and what is not right is told row by row. Each becomes a disbursement with charges, a state and events of its own. Also as `text/csv`, with the columns of `GET /v1/disbursement-batches/template`; everything else stands in the query then. */
  create(body: CreateDisbursementBatchRequest, options?: CallOptions): Promise<DisbursementBatchWithHistory>

  /** See what a batch costs, and what is wrong with it. Creates nothing and reserves nothing. Also as `text/csv`, with the columns of `GET /v1/disbursement-batches/template`; everything else stands in the query then. */
  quote(body: QuoteDisbursementBatchRequest, options?: CallOptions): Promise<BatchQuote>

  /** List batches. */
  list(query?: ListDisbursementBatchesQuery, options?: CallOptions): List<DisbursementBatch>

  /** Download an empty batch to fill in. A CSV with a row of each kind. Write phones as `255…`: spreadsheets take the zero of `07…` away. */
  template(options?: CallOptions): Promise<string>

  /** Read a batch: how its rows stand, and its history. */
  get(batch_id: string, options?: CallOptions): Promise<DisbursementBatchWithHistory>

  /** List the rows of a batch. In their order. With `Accept: text/csv` as CSV; the next cursor is then in `X-Next-Cursor`. */
  rows(batch_id: string, query?: ListBatchRowsQuery, options?: CallOptions): List<Withdrawal>

  /** List the rows of a batch as CSV, one page of it. */
  csv(batch_id: string, query?: ListBatchRowsQuery, options?: CallOptions): Promise<string>

  /** Change the metadata of a batch. */
  update(batch_id: string, body?: ChangeMetadataRequest, options?: CallOptions): Promise<DisbursementBatchWithHistory>

  /** Answer what a Super Admin asked about a batch. */
  answer(batch_id: string, body: InfoAnswerRequest, options?: CallOptions): Promise<DisbursementBatchWithHistory>

  /** Cancel a batch that nobody has approved. All its rows are `REJECTED`. Once it is approved it cannot be called back. */
  cancel(batch_id: string, options?: CallOptions): Promise<DisbursementBatchWithHistory>

  /** Ask for the failed rows of a batch once more. Makes a new batch of the rows that are `FAILED`, at the charges of today, to be approved anew. Each row is tried again once: what failed again is retried from the new batch. */
  retryFailed(batch_id: string, options?: CallOptions): Promise<DisbursementBatchWithHistory>
}

export const batchesLines = {
  create: 'POST /v1/disbursement-batches body merchant key rows',
  quote: 'POST /v1/disbursement-batches/quote body merchant rows',
  list: 'GET /v1/disbursement-batches query as-merchant list',
  template: 'GET /v1/disbursement-batches/template as-merchant csv',
  get: 'GET /v1/disbursement-batches/{batch_id} as-merchant',
  rows: 'GET /v1/disbursement-batches/{batch_id}/rows query as-merchant list',
  csv: 'GET /v1/disbursement-batches/{batch_id}/rows query as-merchant csv',
  update: 'PATCH /v1/disbursement-batches/{batch_id} body as-merchant',
  answer: 'POST /v1/disbursement-batches/{batch_id}/info body as-merchant key',
  cancel: 'POST /v1/disbursement-batches/{batch_id}/cancel as-merchant key',
  retryFailed: 'POST /v1/disbursement-batches/{batch_id}/retry-failed as-merchant key',
} as const
