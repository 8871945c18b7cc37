import { type InvoiceRow, reckon } from '../invoices/invoices.ts'
import type { Payment, PaymentStep } from './follow-due.ts'

/** A payment of which more came than was due; or, of an invoice that one payment pays, a second one. */
export type TooMuch = { payment: Payment; excess: bigint; isSecond: boolean }

export type FollowedInvoice = {
  /** Who pays it now, as far as these steps tell; null where somebody must be looked for. */
  paidBy: string | null
  tooMuch: TooMuch[]
}

type Billed = Pick<InvoiceRow, 'total' | 'amount_credited' | 'allow_part_payment' | 'paid_by'>

/** What becomes of an invoice through steps in their order. Where they end is known: `paid` is what its payments come to then. */
export function followInvoice(invoice: Billed, paid: bigint, steps: PaymentStep[]): FollowedInvoice {
  const { total, amount_credited: credited, allow_part_payment: inParts } = invoice
  let paidBy = invoice.paid_by
  let sum = paid - steps.reduce((change, step) => change + changeOf(step), 0n)
  const tooMuch = new Map<string, TooMuch>()
  for (const step of steps) {
    const { after } = step
    const before = reckon(total, sum, credited)
    sum += changeOf(step)
    const now = reckon(total, sum, credited)
    if (after.status === 'successful') {
      const excess = now.overpaid - before.overpaid
      if (excess > 0n)
        tooMuch.set(after.id, { payment: after, excess, isSecond: !inParts && paidBy !== null })
      if (before.due > 0n && now.due === 0n) paidBy = after.id
    } else {
      // What was taken back in the same breath leaves nothing to decide.
      tooMuch.delete(after.id)
      if (paidBy === after.id || now.due > 0n) paidBy = null
    }
  }
  return { paidBy, tooMuch: [...tooMuch.values()] }
}

/** What a step adds to what its payments come to. */
function changeOf({ after }: PaymentStep): bigint {
  const left = after.amount - (after.refunds_reckoned ?? 0n) - (after.credited ?? 0n)
  const net = left > 0n ? left : 0n
  return after.status === 'successful' ? net : -net
}
