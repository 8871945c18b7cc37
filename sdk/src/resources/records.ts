// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CollectionMethod, CollectionStand, CollectionStatus, DocumentKind, DocumentType, EventType, FailureCode, FiscalReceiptStatus, NameLookUpOutcome, NameMatch, NetworkStatus, NextStep, Role, TaxCode, VerificationStatus, WebhookAttemptResult, WithdrawalMethod, WithdrawalStand, WithdrawalStatus, WithdrawalWait } from './fields.ts'

export interface Balance {
  merchant_id: string
  environment: string
  currency: string
  available: string
  /** Set aside for withdrawals on their way. */
  reserved: string
  /** Collected, waiting for clearance. */
  held: string
  /** Owed after a reversal; the next money in repays it first. */
  receivable: string
  /** Asked for and not yet approved. */
  pending_withdrawals: string
}

export interface ChangeMetadataRequest {
  /** Keys that are absent stay as they are, `null` takes one away. At most 20 keys are left, and 8 KiB in all. No event tells of it. */
  metadata?: Record<string, string | null> | undefined
}

export interface Collection {
  id: string
  merchant_id: string
  method: CollectionMethod | null
  amount: string
  currency: string
  customer_phone?: string | null | undefined
  merchant_reference: string | null
  payment_link_id: string | null
  invoice_id: string | null
  control_number_id: string | null
  /** As it was sent. Events go to the account's own address. */
  callback_url: string | null
  status: CollectionStatus
  provider: string
  provider_reference: string
  transaction_reference: string
  /** What to tell the customer now. It follows the status. */
  message: string
  failure_code: FailureCode | null
  failure_message: string | null
  qr_payload?: string | undefined
  qr_expires_at?: string | null | undefined
  qr_image_url?: null | undefined
  /** Your own words beside it. */
  metadata: Record<string, string>
  /** What has gone back to the payer. */
  refunded_amount: string
  /** What is left to be refunded: less what is asked for and not yet decided, too. */
  refundable_amount: string
  /** Only where it is true: somebody of the operator looks at it first. */
  held_for_review?: boolean | undefined
  expires_at: string | null
  initiated_at: string
  completed_at: string | null
  created_at: string
  updated_at: string
}

export interface CollectionSentence {
  state: CollectionStand
  next: NextStep
  /** When that is due, or ends by itself. Null where nobody knows. */
  next_at: string | null
  /** Whether a person is to look at it, because a provider contradicts it. */
  being_checked: boolean
}

export interface CollectionStep {
  from: CollectionStatus | null
  to: CollectionStatus
  source: string
  provider_payment_status: string | null
  note: string | null
  at: string
}

export interface FiscalReceipt {
  id: string
  merchant_id: string
  /** Null only for a receipt that the authority has and whose payment our records have lost, because they were set back to an earlier moment. */
  collection_id: string | null
  status: FiscalReceiptStatus
  /** Counted from 1 without gaps. Null until the authority is asked. */
  number: number | null
  /** The day in Dar es Salaam that it counts to. */
  day: string | null
  /** Its place on that day, from 1. */
  day_number: number | null
  amount: string
  currency: string
  /** `STANDARD`: 18 % of VAT are in every amount, which needs a VRN. `ZERO_RATED`, `EXEMPT`: none is. */
  tax_code: TaxCode | null
  /** The VAT in the amount. */
  tax: string | null
  /** By which the authority finds the receipt. Null until it is `ISSUED`. */
  verification_code: string | null
  /** Where everybody can check the receipt, to be shown as a QR code. */
  verification_url: string | null
  /** How often the authority was asked. */
  attempts: number
  /** What the authority said, where it refused. */
  failure_reason: string | null
  /** What is yours to do at the authority, where money went back after the receipt. */
  fiscal_note: string | null
  queued_at: string
  issued_at: string | null
  updated_at: string
}

export interface InfoAnswerRequest {
  message: string
}

export interface Membership {
  merchant_id: string
  name: string
  role: Role
}

export interface Merchant {
  merchant_id: string
  name: string
  phone: string | null
  verification_status: VerificationStatus
  is_active: boolean
  created_at: string
  updated_at: string
}

export interface MerchantCollection extends Collection {
  customer_id: string | null
  customer_name: string | null
  customer_email: string | null
  /** Whose number paid, as the provider told it; null where it did not. */
  payer_name: string | null
  /** How alike it is to `customer_name`; null where one of them is not known. */
  payer_name_match: NameMatch | null
  description: string | null
  provider_payment_status: string | null
  /** The receipt of the payment, for your customer: whoever has the address sees it. Null until it is paid. It says so when the payment was returned. */
  receipt_url: string | null
}

export interface MerchantDocument {
  id: string
  kind: DocumentKind
  /** Without what no file name needs. */
  file_name: string
  content_type: DocumentType
  /** In bytes. */
  size: number
  created_at: string
}

export interface NameCheck {
  look_up_id: string
  outcome: NameLookUpOutcome
  registered_name: string | null
  /** Case, accents, titles and the order of words do not count. `close` forgives one letter, a missing word, initials and masked letters. */
  match: NameMatch | null
  looked_up_at: string
}

export interface NetworkChangesRequest {
  collections?: NetworkStatusRequest | null | undefined
  payouts?: NetworkStatusRequest | null | undefined
  refunds?: NetworkStatusRequest | null | undefined
}

export interface NetworkStatusRequest {
  status: NetworkStatus
  note?: string | null | undefined
  /** When it ends by itself. It must lie ahead. */
  until?: string | null | undefined
}

/** Only where the steps of an old payment were put aside by the operator: when, and in which archive. What is shown of them came since. */
export interface PutAside {
  at: string
  /** How the operator finds it. */
  archive: string
}

export interface QuoteLine {
  line: string
  amount: string
  because: string
}

export interface ReadMarkRequest {
  read: boolean
}

export interface Removed {
  id: string
  removed: true
}

export interface WebhookAttempt {
  at: string
  /** As it was sent. */
  url: string
  result: WebhookAttemptResult
  /** The HTTP status that came back, if one did. */
  status: number | null
  /** What went wrong, in plain words. */
  error: string | null
  /** The first 4 KB of the answer. */
  response_body: string | null
  duration_ms: number
}

export interface WebhookTestRequest {
  type?: EventType | undefined
}

export interface WebhookTestResult {
  delivered: boolean
  webhook_id: string
  webhook_timestamp: string
  webhook_signature: string
  /** The exact text that was signed and sent. */
  body: string
  attempt: WebhookAttempt
}

export interface Withdrawal {
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
}

export interface WithdrawalSentence {
  state: WithdrawalStand
  next: NextStep
  /** When that is due, or ends by itself. Null where nobody knows. */
  next_at: string | null
  /** Whether a person is to look at it, because a provider contradicts it. */
  being_checked: boolean
}

export interface WithdrawalStep {
  from: WithdrawalStatus | null
  to: WithdrawalStatus
  source: string
  note: string | null
  at: string
}
