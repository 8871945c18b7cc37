import { type Hasten, nothingIsDue } from '../jobs/jobs.ts'
import { daysBefore } from '../primitives/clock.ts'
import { dayAt, endOf } from '../primitives/instant.ts'
import { type InvoiceRow, invoiceColumns, isOverdue, statusAt } from './invoice-row.ts'

/**
 * Makes a sent invoice overdue. Nobody writes that down: it follows from the day it is due and the day it is. So its day becomes yesterday,
 * as if it had been written so, and page, paper and interface say the same.
 */
export const hastenInvoice: Hasten = async (tx, { merchantId }, id, now) => {
  const [invoice] = await tx<InvoiceRow[]>`
    select ${invoiceColumns(tx)} from invoices
    where id = ${id} and merchant_id = ${merchantId} and environment = 'sandbox' for update`
  if (invoice === undefined) return null
  const status = statusAt(invoice, now)
  if (status === 'DRAFT') throw nothingIsDue('the invoice is a draft. Send it first.')
  const isOwed = status === 'SENT' || status === 'PARTIALLY_PAID'
  if (!isOwed || isOverdue(invoice, now)) throw nothingIsDue(`the invoice is ${status}.`)
  await tx`
    update invoices set due_date = ${dayAt(daysBefore(now, 1))}, updated_at = ${now} where id = ${id}`
  return { what: 'overdue', wasDueAt: endOf(invoice.due_date) }
}
