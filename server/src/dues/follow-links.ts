import type { Transaction } from '../database/database.ts'
import type { InvoiceRow } from '../invoices/invoices.ts'
import { figuresOf, leastPart } from '../invoices/invoices.ts'

/** What an invoice says of its link: what it asks for while something is due, and whether it is over. */
export function termsNow(invoice: InvoiceRow) {
  const { due } = figuresOf(invoice)
  const least = leastPart(invoice)
  const isOpen = due > 0n
  return {
    is_open: isOpen,
    amount: isOpen && least === null ? String(due) : null,
    min_amount: isOpen && least !== null && invoice.minimum_payment !== null ? String(least) : null,
    max_amount: isOpen && least !== null ? String(due) : null,
    paid_by: invoice.paid_by,
    // Nobody will owe it any more, as if it were void.
    is_ended: invoice.status === 'CREDITED',
  }
}

/** Brings the links of invoices in line that something else than a payment has moved. Links are locked after invoices, by everybody. */
export async function followLinks(tx: Transaction, invoices: InvoiceRow[], at: Date): Promise<void> {
  const rows = invoices.flatMap((invoice) =>
    invoice.payment_link_id === null ? [] : [{ id: invoice.payment_link_id, ...termsNow(invoice) }],
  )
  if (rows.length === 0) return
  await tx`select from payment_links where id = any(${rows.map(({ id }) => id)}::uuid[]) order by id for update`
  await tx`
    update payment_links l
    set paid_by = t.paid_by, is_closed = l.is_closed or t.is_ended, updated_at = ${at},
      amount = case when t.is_open then t.amount else l.amount end,
      min_amount = case when t.is_open then t.min_amount else l.min_amount end,
      max_amount = case when t.is_open then t.max_amount else l.max_amount end
    from json_to_recordset(${JSON.stringify(rows)}::json) as t (id uuid, is_open boolean, amount bigint, min_amount bigint,
      max_amount bigint, paid_by uuid, is_ended boolean)
    where l.id = t.id`
}

/**
 * What the link of an invoice begins with: whatever was paid for the invoice was paid for its link, also before there was one. The caller has locked the
 * invoice, so that each payment is either counted here or comes afterwards and finds the link.
 */
export async function paidBeforeLink(tx: Transaction, invoiceId: string) {
  const [paid] = await tx<{ count: number; amount: bigint }[]>`
    select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount from collections
    where invoice_id = ${invoiceId} and status = 'successful'`
  const { count, amount } = paid ?? { count: 0, amount: 0n }
  return { paid_count: count, paid_summed: count, paid_amount: amount }
}
