// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { InvoiceStatus, PageLanguage } from './fields.ts'
import type { CreditNote, Invoice, PaymentLink } from './paper-records.ts'

export interface ChangeInvoiceRequest {
  customer_name?: string | undefined
  customer_phone?: string | undefined
  customer_email?: string | null | undefined
  currency?: string | undefined
  due_date?: string | undefined
  items?: InvoiceItemRequest[] | undefined
  /** Whether it may be paid in several payments. Without it each payment is for all that is due. */
  allow_part_payment?: boolean | undefined
  /** The least that a part may be. The last part may be less: what is due can always be paid. */
  minimum_payment?: string | null | undefined
  notes?: string | null | undefined
  /** Keys that are absent stay as they are, `null` takes one away. At most 20 keys are left, and 8 KiB in all. No event tells of it. */
  metadata?: Record<string, string | null> | undefined
}

export interface CreateCreditNoteRequest {
  amount?: string | undefined
  items?: InvoiceItemRequest[] | undefined
  /** Printed on it, for the customer to read. */
  reason: string
}

export interface InvoiceItemRequest {
  description: string
  quantity: string
  unit_price: string
  /** On top of the price. */
  tax_percent?: string | undefined
}

export interface InvoiceMessage {
  channel: InvoiceMessageChannel
  state: InvoiceMessageState
}

export type InvoiceMessageChannel = 'email' | 'sms'

/** `queued`: it is on its way; `kept`: in the outbox of the sandbox, which nothing leaves; `no_address`: the customer has none; `not_configured`: the operator has not set this channel up. */
export type InvoiceMessageState = 'queued' | 'kept' | 'no_address' | 'not_configured'

export interface SentInvoice {
  messages: InvoiceMessage[]
  /** Words with the link, in the language of the merchant. */
  share_text: string
}

export interface CreateInvoiceRequest {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  customer_name: string
  customer_phone: string
  customer_email?: string | undefined
  currency?: string | undefined
  due_date: string
  items: InvoiceItemRequest[]
  /** Whether it may be paid in several payments. Without it each payment is for all that is due. */
  allow_part_payment?: boolean | undefined
  /** The least that a part may be. The last part may be less: what is due can always be paid. */
  minimum_payment?: string | undefined
  notes?: string | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
}

export interface ListInvoicesQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
  status?: InvoiceStatus | undefined
  /** What has exactly this: `metadata[order_id]=A-17`. Up to three, and all must hold; several are looked for among the newest 100,000 that have the rarest of them. */
  metadata?: Record<string, string> | undefined
}

export interface ReadInvoicePdfQuery {
  lang?: PageLanguage | undefined
}

export interface ListCreditNotesQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
}

export interface ReadCreditNotePdfQuery {
  lang?: PageLanguage | undefined
}

export interface InvoicesCalls {
  /** Write an invoice. It begins as a draft. Each line is its quantity times its price, rounded half up to two places; its tax is that amount times the percentage, rounded in the same way. `subtotal` and `tax` are the sums of these, `total` is both together. */
  create(body: CreateInvoiceRequest, options?: CallOptions): Promise<Invoice>

  /** List invoices. */
  list(query?: ListInvoicesQuery, options?: CallOptions): List<Invoice>

  /** Read an invoice. */
  get(invoice_id: string, options?: CallOptions): Promise<Invoice>

  /** Print an invoice as PDF. Up to a few pages of A4, with the code of its page. In the language of the merchant unless told otherwise. */
  pdf(invoice_id: string, query?: ReadInvoicePdfQuery, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>

  /** Change a draft. What is left out stays; `null` takes an address or a note away. What was sent is not changed any more, but for its `metadata`. */
  update(invoice_id: string, body?: ChangeInvoiceRequest, options?: CallOptions): Promise<Invoice>

  /** Send an invoice to its customer. By mail and text message, as far as the operator has set them up and the customer can be reached; `messages` tells for each. `share_text` is for sharing it yourself, and is always there. A draft becomes `SENT`. Five times a day at most. */
  send(invoice_id: string, options?: CallOptions): Promise<SentInvoice>

  /** Make a payment link for an invoice. For what is due, and for one payment; where it may be paid in parts, for as many as it takes, and whoever pays says how much. A second call answers with the same link. A draft becomes `SENT`, so that its total stays. */
  link(invoice_id: string, options?: CallOptions): Promise<PaymentLink>

  /** Void an invoice. It keeps its number and can no longer be paid. A payment that was begun before and succeeds all the same is credited, and a person looks at it. What was paid in part or credited is not voided: credit the rest. */
  void(invoice_id: string, options?: CallOptions): Promise<Invoice>

  /** Issue a credit note for an invoice. For an `amount`, or for `items`. It lowers `amount_due` first; what is beyond that counts as given back outside, and lowers what may be refunded. It moves no money: to send money back make a refund, which issues its credit note by itself. */
  credit(invoice_id: string, body: CreateCreditNoteRequest, options?: CallOptions): Promise<CreditNote>

  /** List the credit notes of an invoice. */
  creditNotes(invoice_id: string, query?: ListCreditNotesQuery, options?: CallOptions): List<CreditNote>

  /** Print a credit note as PDF. */
  creditNotePdf(invoice_id: string, credit_note_id: string, query?: ReadCreditNotePdfQuery, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>
}

export const invoicesLines = {
  create: 'POST /v1/invoices body merchant key',
  list: 'GET /v1/invoices query as-merchant list',
  get: 'GET /v1/invoices/{invoice_id} as-merchant',
  pdf: 'GET /v1/invoices/{invoice_id}/pdf query as-merchant bytes',
  update: 'PATCH /v1/invoices/{invoice_id} body as-merchant',
  send: 'POST /v1/invoices/{invoice_id}/send as-merchant key',
  link: 'POST /v1/invoices/{invoice_id}/payment-link as-merchant key',
  void: 'POST /v1/invoices/{invoice_id}/void as-merchant key',
  credit: 'POST /v1/invoices/{invoice_id}/credit-notes body as-merchant key',
  creditNotes: 'GET /v1/invoices/{invoice_id}/credit-notes query as-merchant list',
  creditNotePdf: 'GET /v1/invoices/{invoice_id}/credit-notes/{credit_note_id}/pdf query as-merchant bytes',
} as const
