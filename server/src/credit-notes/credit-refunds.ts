import type { Transaction } from '../database/database.ts'
import { followLinks, followNumbers, reckonInvoices, sumPayments } from '../dues/dues.ts'
import { type InvoiceRow, lockInvoices, reckon } from '../invoices/invoices.ts'
import type { World } from '../world/world.ts'
import { type Drafted, writeCreditNotes } from './write-credit-notes.ts'

/** A refund of a payment for an invoice that was paid now, or has come back. */
export type RefundStep = {
  refundId: string
  invoiceId: string
  /** By how much there is less left of its payment, or more again. */
  amount: bigint
  reason: string
  isPaid: boolean
  /** Whether it credits what it gives back, or leaves it due. */
  isCredited: boolean
  at: Date
}

/**
 * What refunds do to invoices, once their payments say what was refunded: each that is paid issues its credit note, or opens the invoice
 * again. What was paid beyond the invoice goes back first, and nobody was billed for that. A note that was issued stays, also when its
 * refund comes back: then the merchant has money that the customer was credited with.
 */
export async function creditRefunds(tx: Transaction, world: World, steps: RefundStep[]): Promise<void> {
  const [first] = steps
  if (!first) return
  const byInvoice = Map.groupBy(steps, ({ invoiceId }) => invoiceId)
  const locked = await lockInvoices(tx, [...byInvoice.keys()])
  const invoices = locked.filter(({ status }) => status !== 'VOID')
  const sums = await sumPayments(
    tx,
    invoices.map(({ id }) => id),
  )
  const credited = invoices.map((invoice) =>
    creditOf(invoice, sums.get(invoice.id) ?? 0n, byInvoice.get(invoice.id) ?? []),
  )
  await writeCreditNotes(tx, world, credited.flat())
  const moved = await reckonInvoices(
    tx,
    world,
    { by: 'refund', at: first.at },
    invoices.map((invoice, place) => ({
      invoice,
      paid: sums.get(invoice.id) ?? 0n,
      credited: (credited[place] ?? []).reduce((sum, { amount }) => sum + amount, invoice.amount_credited),
      paidBy: invoice.paid_by,
    })),
  )
  await followLinks(tx, moved, first.at)
  await followNumbers(tx, world, moved, first.at)
}

/** The credit notes of these refunds, in their order. Where they end is known: `after` is what its payments come to then. */
export function creditOf(invoice: InvoiceRow, after: bigint, steps: RefundStep[]): Drafted[] {
  let paid = steps.reduce((sum, { isPaid, amount }) => (isPaid ? sum + amount : sum - amount), after)
  let credited = invoice.amount_credited
  const drafts: Drafted[] = []
  for (const { refundId, amount, reason, isPaid, isCredited, at } of steps) {
    const { overpaid } = reckon(invoice.total, paid, credited)
    paid += isPaid ? -amount : amount
    const billed = amount > overpaid ? amount - overpaid : 0n
    const left = invoice.total - credited
    const credit = billed < left ? billed : left
    if (!isPaid || !isCredited || credit === 0n) continue
    credited += credit
    drafts.push({
      invoice,
      amount: credit,
      given_back: credit,
      items: null,
      tax: null,
      reason,
      refund_id: refundId,
      at,
    })
  }
  return drafts
}
