// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { DisbursementBatch, RowsByStatus } from './batch-records.ts'
import type { Environment, FailureCode, RefundOrigin, RefundReason, RefundWay, WithdrawalMethod, WithdrawalStatus } from './fields.ts'
import type { ControlNumber, CreditNote, Invoice, Statement } from './paper-records.ts'
import type { Collection, FiscalReceipt, NameCheck } from './records.ts'

export interface BatchInEvent extends DisbursementBatch {
  by_status: RowsByStatus
  /** What recipients have got: the rows that are `SUCCESS`. */
  amount_paid: string
  batch_id: string
  environment: Environment
  /** The place among the events of its resource: higher is later. Numbers may be left out, never used twice. */
  sequence: number
}

export interface CollectionInEvent extends Collection {
  customer_id: string | null
  customer_name: string | null
  customer_email: string | null
  description: string | null
  provider_payment_status: string | null
  /** The receipt of the payment, for your customer: whoever has the address sees it. Null until it is paid. It says so when the payment was returned. */
  receipt_url: string | null
  collection_id: string
  reference: string | null
  environment: Environment
  /** The place among the events of its resource: higher is later. Numbers may be left out, never used twice. */
  sequence: number
}

export interface ControlNumberInEvent extends ControlNumber {
  control_number_id: string
  environment: Environment
  /** The place among the events of its resource: higher is later. Numbers may be left out, never used twice. */
  sequence: number
}

export interface CreditNoteInEvent extends CreditNote {
  credit_note_id: string
  environment: Environment
  /** The place among the events of its resource: higher is later. Numbers may be left out, never used twice. */
  sequence: number
}

export interface FiscalReceiptInEvent extends FiscalReceipt {
  fiscal_receipt_id: string
  environment: Environment
  /** The place among the events of its resource: higher is later. Numbers may be left out, never used twice. */
  sequence: number
}

export interface InvoiceInEvent extends Invoice {
  invoice_id: string
  environment: Environment
  /** The place among the events of its resource: higher is later. Numbers may be left out, never used twice. */
  sequence: number
}

export interface RefundInEvent {
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
  refund_id: string
  environment: Environment
  /** The place among the events of its resource: higher is later. Numbers may be left out, never used twice. */
  sequence: number
}

export interface StatementInEvent extends Statement {
  statement_id: string
  environment: Environment
  /** The place among the events of its resource: higher is later. Numbers may be left out, never used twice. */
  sequence: number
}

export interface WithdrawalInEvent {
  id: string
  merchant_id: string
  method: WithdrawalMethod
  amount: string
  currency: string
  destination_name: string
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
  disbursement_id: string
  withdrawal_id: string
  environment: Environment
  /** The place among the events of its resource: higher is later. Numbers may be left out, never used twice. */
  sequence: number
}

export interface CollectionEvent {
  /** The same on every delivery: remember it to tell repeats. */
  id: string
  type: 'collection.success' | 'collection.successful' | 'collection.failed' | 'collection.reversed' | 'collection.pending_clearance'
  timestamp: string
  data: CollectionInEvent
}

export interface DisbursementEvent {
  /** The same on every delivery: remember it to tell repeats. */
  id: string
  type: 'disbursement.approved' | 'disbursement.info_requested' | 'disbursement.success' | 'disbursement.failed' | 'disbursement.reversed'
  timestamp: string
  data: WithdrawalInEvent
}

export interface Disbursement_batchEvent {
  /** The same on every delivery: remember it to tell repeats. */
  id: string
  type: 'disbursement_batch.approved' | 'disbursement_batch.rejected' | 'disbursement_batch.paused' | 'disbursement_batch.done'
  timestamp: string
  data: BatchInEvent
}

export interface RefundEvent {
  /** The same on every delivery: remember it to tell repeats. */
  id: string
  type: 'refund.success' | 'refund.failed' | 'refund.rejected' | 'refund.reversed'
  timestamp: string
  data: RefundInEvent
}

export interface StatementEvent {
  /** The same on every delivery: remember it to tell repeats. */
  id: string
  type: 'statement.ready'
  timestamp: string
  data: StatementInEvent
}

export interface InvoiceEvent {
  /** The same on every delivery: remember it to tell repeats. */
  id: string
  type: 'invoice.paid' | 'invoice.partially_paid' | 'invoice.overpaid' | 'invoice.reopened' | 'invoice.voided'
  timestamp: string
  data: InvoiceInEvent
}

export interface Credit_noteEvent {
  /** The same on every delivery: remember it to tell repeats. */
  id: string
  type: 'credit_note.issued'
  timestamp: string
  data: CreditNoteInEvent
}

export interface Fiscal_receiptEvent {
  /** The same on every delivery: remember it to tell repeats. */
  id: string
  type: 'fiscal_receipt.issued' | 'fiscal_receipt.failed'
  timestamp: string
  data: FiscalReceiptInEvent
}

export interface Control_numberEvent {
  /** The same on every delivery: remember it to tell repeats. */
  id: string
  type: 'control_number.paid' | 'control_number.reopened' | 'control_number.expired' | 'control_number.cancelled'
  timestamp: string
  data: ControlNumberInEvent
}

export interface TestEvent {
  /** The same on every delivery: remember it to tell repeats. */
  id: string
  type: 'webhook.test'
  timestamp: string
  data: Record<string, unknown>
}

/** What is delivered to your webhook address, and what `events.stream` gives: look at `type` first. */
export type MalipoEvent = CollectionEvent | DisbursementEvent | Disbursement_batchEvent | RefundEvent | StatementEvent | InvoiceEvent | Credit_noteEvent | Fiscal_receiptEvent | Control_numberEvent | TestEvent
