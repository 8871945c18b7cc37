import type { Environment, FiscalReceipt, fiscalReceiptStatuses, TaxCode } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'

export type FiscalReceiptRow = {
  id: string
  /** Null where the payment was forgotten by a restore. */
  collection_id: string | null
  merchant_id: string
  environment: Environment
  amount: bigint
  currency: string
  status: (typeof fiscalReceiptStatuses)[number]
  number: bigint | null
  day: string | null
  day_number: bigint | null
  tax_code: TaxCode | null
  tax: bigint | null
  numbered_at: Date | null
  attempts: number
  verification_code: string | null
  verification_url: string | null
  failure_reason: string | null
  told: number
  queued_at: Date
  issued_at: Date | null
  updated_at: Date
  /** Whether money of the payment went back, to its payer or by its provider. */
  is_returned: boolean
}

/** With whether the payment went back, which its own row knows. */
export function receiptColumns(sql: Database | Transaction): Fragment {
  return sql`r.id, r.collection_id, r.merchant_id, r.environment, r.amount, r.currency, r.status, r.number, r.day::text as day,
    r.day_number, r.tax_code, r.tax, r.numbered_at, r.attempts, r.verification_code, r.verification_url, r.failure_reason, r.told,
    r.queued_at, r.issued_at, r.updated_at,
    (select c.status = 'reversed' or coalesce(c.refunded, 0) > 0 from collections c where c.id = r.collection_id) as is_returned`
}

/** The receipt says that something was sold, and only its seller can say otherwise there. */
export const creditNoteIsYours =
  'Money of this payment went back after its fiscal receipt was issued. The receipt stays valid: issue a credit note for it at the tax authority yourself.'

export function noteOf({
  status,
  is_returned: isReturned,
}: Pick<FiscalReceiptRow, 'status' | 'is_returned'>) {
  return status === 'ISSUED' && isReturned ? creditNoteIsYours : null
}

const whole = (value: bigint | null) => (value === null ? null : Number(value))

export function showReceipt(row: FiscalReceiptRow): Static<typeof FiscalReceipt> {
  const { id, merchant_id, collection_id, status, day, currency, tax_code, attempts, failure_reason } = row
  const isIssued = status === 'ISSUED'
  return {
    ...{ id, merchant_id, collection_id, status, number: whole(row.number), day },
    ...{ day_number: whole(row.day_number), amount: textFromMinor(row.amount), currency, tax_code },
    tax: row.tax === null ? null : textFromMinor(row.tax),
    verification_code: isIssued ? row.verification_code : null,
    verification_url: isIssued ? row.verification_url : null,
    ...{ attempts, failure_reason, fiscal_note: noteOf(row) },
    queued_at: row.queued_at.toISOString(),
    issued_at: row.issued_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  }
}
