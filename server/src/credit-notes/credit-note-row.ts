import type { CreditNote, Environment } from '@malipo/contract'
import type { Static } from 'typebox'
import { columnsOf } from '../database/database.ts'
import { type InvoiceItem, numberOf as invoiceNumberOf } from '../invoices/invoices.ts'
import { textFromMinor } from '../primitives/money.ts'

export type CreditNoteRow = {
  id: string
  merchant_id: string
  environment: Environment
  number: bigint
  invoice_id: string
  /** The refund that was paid, where one issued it. */
  refund_id: string | null
  reason: string
  items: InvoiceItem[] | null
  amount: bigint
  tax: bigint
  /** What of it was paid before, and was given back by its refund or outside. */
  given_back: bigint
  currency: string
  created_at: Date
}

export const creditNoteColumns = columnsOf<CreditNoteRow>({
  id: 'not null',
  merchant_id: 'not null',
  environment: 'not null',
  number: 'not null',
  invoice_id: 'not null',
  refund_id: 'null',
  reason: 'not null',
  items: 'null',
  amount: 'not null',
  tax: 'not null',
  given_back: 'not null',
  currency: 'not null',
  created_at: 'not null',
})

/** `CN-000042`, and longer when a million were issued. */
export function numberOf({ number }: Pick<CreditNoteRow, 'number'>): string {
  return `CN-${String(number).padStart(6, '0')}`
}

export function showCreditNote(row: CreditNoteRow, invoice: { number: bigint }): Static<typeof CreditNote> {
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    invoice_id: row.invoice_id,
    invoice_number: invoiceNumberOf(invoice),
    number: numberOf(row),
    amount: textFromMinor(row.amount),
    tax: textFromMinor(row.tax),
    currency: row.currency,
    items: row.items,
    reason: row.reason,
    refund_id: row.refund_id,
    given_back: textFromMinor(row.given_back),
    created_at: row.created_at.toISOString(),
  }
}
