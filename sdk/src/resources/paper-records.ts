// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { ControlNumberKind, ControlNumberStatus, InvoiceStatus, OrderedMethod, PaymentLinkStatus, PaymentMode, StatementOccasion, StatementStatus, TransactionDirection, TransactionType } from './fields.ts'

export interface ControlNumber {
  id: string
  merchant_id: string
  /** What the payer types: 13 digits, of which the last is a check digit. */
  number: string
  kind: ControlNumberKind
  payment_mode: PaymentMode
  status: ControlNumberStatus
  /** Null where the payer chooses. */
  amount: string | null
  currency: string
  description: string | null
  merchant_reference: string | null
  customer_id: string | null
  invoice_id: string | null
  /** How many payments have succeeded and were not reversed. */
  paid_count: number
  /** What these came to. */
  paid_amount: string
  expires_at: string | null
  paid_at: string | null
  cancelled_at: string | null
  created_at: string
  updated_at: string
}

export interface CreditNote {
  id: string
  merchant_id: string
  invoice_id: string
  invoice_number: string
  /** Counted for each merchant and environment, without gaps. */
  number: string
  amount: string
  /** What of the amount is tax: that of its items, or in proportion to the invoice. */
  tax: string
  currency: string
  items: InvoiceItem[] | null
  /** As it was given; of a refund its own. */
  reason: string
  /** The refund that issued it when it was paid. */
  refund_id: string | null
  /** What of the amount was paid before, and was given back by its refund or outside. */
  given_back: string
  created_at: string
}

export interface Invoice {
  id: string
  merchant_id: string
  /** Counted for each merchant and environment, without gaps. */
  number: string
  status: InvoiceStatus
  customer_name: string
  customer_phone: string
  customer_email: string | null
  items: InvoiceItem[]
  subtotal: string
  tax: string
  total: string
  currency: string
  allow_part_payment: boolean
  minimum_payment: string | null
  /** What its payments come to, less what was given back of them. With `amount_credited` and `amount_due` it comes to `total` and `amount_overpaid`. */
  amount_paid: string
  /** What its credit notes come to. */
  amount_credited: string
  /** What is still to be paid; 0.00 once it is void. */
  amount_due: string
  /** What was paid beyond what was due. */
  amount_overpaid: string
  due_date: string
  /** Whether its day is over in Dar es Salaam and something is due, also of one that is paid in part. */
  is_overdue: boolean
  notes: string | null
  payment_link_id: string | null
  /** Your own words beside it. */
  metadata: Record<string, string>
  /** The page where the customer sees and pays it. */
  public_url: string
  sent_at: string | null
  paid_at: string | null
  voided_at: string | null
  created_at: string
  updated_at: string
}

export interface InvoiceItem {
  description: string
  quantity: string
  unit_price: string
  tax_percent: string | null
}

export interface PaymentLink {
  id: string
  merchant_id: string
  /** Null where the customer chooses. */
  amount: string | null
  min_amount: string | null
  max_amount: string | null
  currency: string
  description: string | null
  status: PaymentLinkStatus
  methods: OrderedMethod[]
  /** Whether it is `PAID` once it was paid. */
  single_use: boolean
  expires_at: string | null
  invoice_id: string | null
  /** Your own words beside it. */
  metadata: Record<string, string>
  /** Send it to whoever is to pay. */
  public_url: string
  /** How many payments have succeeded and were not reversed. */
  paid_count: number
  /** What these came to. Null for a moment where it must be summed anew, after an upgrade. */
  paid_amount: string | null
  created_at: string
  updated_at: string
}

export interface Statement {
  id: string
  merchant_id: string
  currency: string
  from: string
  to: string
  kind: StatementOccasion
  status: StatementStatus
  opening: StatementBalance | null
  closing: StatementBalance | null
  totals: StatementTotals | null
  /** The place of the first row in the book; null where there is no row. */
  first_seq: number | null
  last_seq: number | null
  /** Of the rows and balances in a plain form that anybody can write out of the file. */
  sha256: string | null
  created_at: string
  ready_at: string | null
}

export interface StatementBalance {
  available: string
  /** Set aside for money on its way out. */
  reserved: string
  /** Collected, waiting for clearance. */
  held: string
}

export interface StatementTotal {
  type: TransactionType
  direction: TransactionDirection
  count: number
  amount: string
}

export interface StatementTotals {
  /** How many rows there are. */
  count: number
  credits: string
  debits: string
  types: StatementTotal[]
}
