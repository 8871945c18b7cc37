import type { Transaction } from '../database/database.ts'
import { type InvoiceState, type Mover, mayMove } from './invoice-lifecycle.ts'
import { type InvoiceRow, invoiceColumns } from './invoice-row.ts'

/** One invoice, locked by the caller, and what becomes of it. */
export type InvoiceMove = {
  invoice: InvoiceRow
  to: InvoiceState
  by: Mover
  at: Date
  /** The collection that pays it, where one does, and since when. */
  paidBy?: { id: string; at: Date }
}

/** In the order of their ids, so that two who lock several never wait for each other in a circle. */
export async function lockInvoices(tx: Transaction, ids: string[]): Promise<InvoiceRow[]> {
  return await tx<InvoiceRow[]>`
    select ${invoiceColumns(tx)} from invoices where id = any(${ids}::uuid[]) order by id for update`
}

/** The one place where invoices change their state. A step that the lifecycle does not know is a fault of ours. */
export async function moveInvoices(tx: Transaction, moves: InvoiceMove[]): Promise<InvoiceRow[]> {
  if (moves.length === 0) return []
  const rows = moves.map(({ invoice, to, by, at, paidBy }) => {
    if (!mayMove(invoice.status, to, by)) {
      throw new Error(`${by} may not move invoice ${invoice.id} from ${invoice.status} to ${to}`)
    }
    return {
      id: invoice.id,
      status: to,
      paid_by: paidBy?.id ?? null,
      paid_at: paidBy?.at ?? null,
      sent_at: to === 'SENT' ? (invoice.sent_at ?? at) : invoice.sent_at,
      voided_at: to === 'VOID' ? at : null,
      updated_at: at,
    }
  })
  return await tx<InvoiceRow[]>`
    with moved as (
      update invoices i
      set status = m.status, paid_by = m.paid_by, paid_at = m.paid_at, sent_at = m.sent_at, voided_at = m.voided_at,
        updated_at = m.updated_at
      from json_populate_recordset(null::invoices, ${JSON.stringify(rows)}::json) m
      where i.id = m.id
      returning i.*)
    select ${invoiceColumns(tx)} from moved order by id`
}
