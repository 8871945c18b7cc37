// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { FailureCode, RefundOrigin, RefundReason, RefundWay, WithdrawalMethod, WithdrawalStatus, WithdrawalWait } from './fields.ts'
import type { ChangeMetadataRequest, InfoAnswerRequest, NameCheck, PutAside, WithdrawalStep } from './records.ts'

export interface Refund {
  id: string
  merchant_id: string
  method: WithdrawalMethod
  amount: string
  currency: string
  destination_name: string
  /** Masked but for its end. */
  destination_identifier: string
  destination_code: string
  bank_name: string | null
  bank_account_name: string | null
  merchant_reference: string | null
  /** Your own words beside it. */
  metadata: Record<string, string>
  /** The saved recipient that it goes to. */
  recipient_id: string | null
  /** The disbursement batch that it is a row of. */
  batch_id: string | null
  /** Which row of its batch it is, counted from 1. */
  row: number | null
  name_check: NameCheck | null
  status: WithdrawalStatus
  /** Why an approved one is not sent yet: its merchant was suspended since, the operator compares the books with those of providers after a restore, its provider is stopped or does not answer, the network it goes to is down, or its provider has too little of our money. It is sent by itself once that is over. */
  waiting_for: WithdrawalWait | null
  failure_code: FailureCode | null
  failure_message: string | null
  requires_approval: boolean
  /** Only where it is true: somebody of the operator looks at it first. */
  held_for_review?: boolean | undefined
  total_charges: string
  total_reserved_amount: string
  recipient_net_amount: string
  provider_reference: string | null
  transaction_reference: string | null
  initiated_at: string
  completed_at: string | null
  created_at: string
  updated_at: string
  collection_id: string
  reason: RefundReason | null
  note: string | null
  origin: RefundOrigin
  way: RefundWay
  /** What of the fee of the payment went back with it; 0.00 until it is paid. */
  fee_returned: string
  /** Whether it credits the invoice of the payment, if there is one, when it is paid. */
  credit_note: boolean
}

export interface RefundQuote {
  collection_id: string
  amount: string
  currency: string
  total_charges: string
  total_reserved_amount: string
  /** What of the fee of the payment goes back with it, if it is paid now. */
  fee_returned: string
  /** What is left of the payment now. */
  refundable_amount: string
  /** What will be left of it then. */
  left_after: string
  way: RefundWay
  destination_code: string
  destination_identifier: string
  /** What the balance has for it. */
  available: string
}

export interface RefundQuoteRequest {
  collection_id: string
  /** What is left, unless told otherwise. */
  amount?: string | undefined
  destination_method?: WithdrawalMethod | undefined
  destination_code?: string | undefined
  destination_identifier?: string | undefined
  destination_name?: string | undefined
  bank_name?: string | undefined
}

export interface RefundRequest extends RefundQuoteRequest {
  reason: RefundReason
  /** For your own people and whoever approves. The payer never sees it. */
  note?: string | undefined
  /** Of a payment for an invoice: whether the refund issues a credit note when it is paid, as it does unless told otherwise. With `false` the invoice is due again. */
  credit_note?: boolean | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
}

export interface RefundWithHistory extends Refund {
  history: WithdrawalStep[]
  history_put_aside?: PutAside | undefined
}

export interface ListRefundsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: WithdrawalStatus | undefined
  reason?: RefundReason | undefined
  method?: WithdrawalMethod | undefined
  collection_id?: string | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
  /** What has exactly this: `metadata[order_id]=A-17`. Up to three, and all must hold; several are looked for among the newest 100,000 that have the rarest of them. */
  metadata?: Record<string, string> | undefined
}

export interface RefundsCalls {
  /** See what a refund costs, and what is left of the payment. Creates nothing and reserves nothing. What could not be refunded is refused as it would be then. */
  quote(body: RefundQuoteRequest, options?: CallOptions): Promise<RefundQuote>

  /** Refund a payment, whole or in part. To whoever paid, after a Super Admin has approved. Several parts of one payment are several refunds, told apart by their `Idempotency-Key` alone; together they are never more than the payment. Where that is known, another `destination_method`, `destination_code` or `destination_identifier` is refused. Where nobody knows who paid (a QR code), `destination_code`, `destination_identifier` and `destination_name` are needed, and what the operator looks at payouts for holds for it, too. */
  create(body: RefundRequest, options?: CallOptions): Promise<Refund>

  /** List refunds. */
  list(query?: ListRefundsQuery, options?: CallOptions): List<Refund>

  /** Read a refund with its history. */
  get(refund_id: string, options?: CallOptions): Promise<RefundWithHistory>

  /** Change the metadata of a refund. */
  update(refund_id: string, body?: ChangeMetadataRequest, options?: CallOptions): Promise<RefundWithHistory>

  /** Answer what a Super Admin asked about a refund. */
  answer(refund_id: string, body: InfoAnswerRequest, options?: CallOptions): Promise<RefundWithHistory>

  /** Cancel a refund that nobody has approved. From `PENDING_ADMIN_APPROVAL` or `INFO_REQUESTED` to `REJECTED`, moved by the merchant. Once it is approved it cannot be called back. */
  cancel(refund_id: string, options?: CallOptions): Promise<RefundWithHistory>
}

export const refundsLines = {
  quote: 'POST /v1/refunds/quote body as-merchant',
  create: 'POST /v1/refunds body as-merchant key',
  list: 'GET /v1/refunds query as-merchant list',
  get: 'GET /v1/refunds/{refund_id} as-merchant',
  update: 'PATCH /v1/refunds/{refund_id} body as-merchant',
  answer: 'POST /v1/refunds/{refund_id}/info body as-merchant key',
  cancel: 'POST /v1/refunds/{refund_id}/cancel as-merchant key',
} as const
