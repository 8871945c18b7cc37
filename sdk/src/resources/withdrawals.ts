// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { WithdrawalMethod, WithdrawalStatus } from './fields.ts'
import type { PutAside, QuoteLine, Withdrawal, WithdrawalSentence, WithdrawalStep } from './records.ts'
import type { CallbackInTimeline, CheckInTimeline, EventInTimeline, ExchangeInTimeline, LedgerInTimeline, RequestInTimeline, WebhookInTimeline, WithdrawalStateInTimeline } from './timelines.ts'

export interface AnswerWithdrawalInfoRequestRequest {
  message: string
  /** Of a look-up of this destination in the last 24 hours; see POST /v1/destinations/look-up. */
  look_up_id?: string | undefined
}

export interface WithdrawalQuote {
  withdrawal_amount: string
  processor_charge: string
  service_fee: string
  percentage_fee: string
  flat_fee: string
  total_charges: string
  total_reserved_amount: string
  recipient_net_amount: string
  channel: string
  destination_code: string
  pricing_rule_id: string
  pricing_rule_label: string
  processor_fee_pass_through: boolean
  explanation: QuoteLine[]
}

export interface WithdrawalQuoteRequest {
  amount: string
  method?: WithdrawalMethod | undefined
  destination_code?: string | undefined
  destination_identifier?: string | undefined
  /** A saved recipient, instead of the fields that say where the money goes. One of both is needed. */
  recipient_id?: string | undefined
}

export interface WithdrawalRequest {
  method?: WithdrawalMethod | undefined
  destination_code?: string | undefined
  destination_name?: string | undefined
  destination_phone?: string | undefined
  /** Must resemble the name of the destination_code in GET /v1/destinations. */
  bank_name?: string | undefined
  bank_account_number?: string | undefined
  bank_account_name?: string | undefined
  amount: string
  /** A saved recipient, instead of the fields that say where the money goes. One of both is needed. */
  recipient_id?: string | undefined
  merchant_reference?: string | undefined
  /** Of a look-up of this destination in the last 24 hours; see POST /v1/destinations/look-up. */
  look_up_id?: string | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
}

export interface WithdrawalTimeline {
  id: string
  sentence: WithdrawalSentence
  /** Oldest first. */
  entries: WithdrawalTimelineEntry[]
  /** There is more of some kind than is shown of it: the newest hundred of each are here. */
  truncated: boolean
  history_put_aside?: PutAside | undefined
}

export type WithdrawalTimelineEntry = RequestInTimeline | ExchangeInTimeline | CallbackInTimeline | LedgerInTimeline | EventInTimeline | WebhookInTimeline | CheckInTimeline | WithdrawalStateInTimeline

export interface WithdrawalWithHistory extends Withdrawal {
  history: WithdrawalStep[]
  history_put_aside?: PutAside | undefined
}

export interface ListWithdrawalsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: WithdrawalStatus | undefined
  method?: WithdrawalMethod | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
  merchant_reference?: string | undefined
  batch_id?: string | undefined
  /** What goes to one saved recipient. */
  recipient_id?: string | undefined
  /** What has exactly this: `metadata[order_id]=A-17`. Up to three, and all must hold; several are looked for among the newest 100,000 that have the rarest of them. */
  metadata?: Record<string, string> | undefined
}

export interface WithdrawalsCalls {
  /** Read everything that happened to a withdrawal. Whoever may not list requests, transactions or events sees none of them here either. The request that made it is forgotten after seven days, callbacks after thirty, exchanges after 400. */
  timeline(withdrawal_id: string, options?: CallOptions): Promise<WithdrawalTimeline>

  /** See what a withdrawal costs. Creates nothing and reserves nothing. `explanation` tells how each line came about. */
  quote(body: WithdrawalQuoteRequest, options?: CallOptions): Promise<WithdrawalQuote>

  /** Ask for a withdrawal. Charges are worked out anew and frozen. Nothing is reserved until a Super Admin approves. */
  submit(body: WithdrawalRequest, options?: CallOptions): Promise<Withdrawal>

  /** List withdrawals. */
  list(query?: ListWithdrawalsQuery, options?: CallOptions): List<Withdrawal>

  /** Read a withdrawal with its history. */
  get(withdrawal_id: string, options?: CallOptions): Promise<WithdrawalWithHistory>

  /** Answer what a Super Admin asked. */
  answer(withdrawal_id: string, body: AnswerWithdrawalInfoRequestRequest, options?: CallOptions): Promise<WithdrawalWithHistory>

  /** Cancel a withdrawal that nobody has approved. From `PENDING_ADMIN_APPROVAL` or `INFO_REQUESTED` to `REJECTED`, moved by the merchant. Once it is approved it cannot be called back. */
  cancel(withdrawal_id: string, options?: CallOptions): Promise<WithdrawalWithHistory>
}

export const withdrawalsLines = {
  timeline: 'GET /v1/merchant/withdrawals/{withdrawal_id}/timeline as-merchant',
  quote: 'POST /v1/merchant/withdrawals/quote body as-merchant repeatable',
  submit: 'POST /v1/merchant/withdrawals body as-merchant key',
  list: 'GET /v1/merchant/withdrawals query as-merchant list',
  get: 'GET /v1/merchant/withdrawals/{withdrawal_id} as-merchant',
  answer: 'POST /v1/merchant/withdrawals/{withdrawal_id}/info body as-merchant key',
  cancel: 'POST /v1/merchant/withdrawals/{withdrawal_id}/cancel as-merchant key',
} as const
