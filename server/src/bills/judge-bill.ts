import type { ControlNumberRow } from '../control-numbers/control-numbers.ts'
import type { BillAnswer } from '../providers/providers.ts'

/** A control number, as far as it matters for who wants to pay it now. */
export type Payable = Pick<
  ControlNumberRow,
  'status' | 'kind' | 'payment_mode' | 'amount' | 'currency' | 'expires_at'
> & {
  /** Of an order: what came for it and was not reversed, held money too; and how often. */
  taken: { count: number; amount: bigint }
  /** Of the number of an invoice: what is due of that, less what is held for it, and the least part that may be paid. */
  invoice: { due: bigint; least: bigint | null } | null
  /** Whether its merchant takes money now. */
  isOpen: boolean
}

/** Whether money would be welcome. Pure, so that every pair of number and amount can be tried. */
export function judgeBill(
  payable: Payable | null,
  { amount, currency }: { amount: bigint; currency: string },
  now: Date,
): BillAnswer['kind'] {
  if (payable === null) return 'unknown'
  const { status, expires_at: end } = payable
  const isOver = end !== null && end <= now
  if (status !== 'ACTIVE' || isOver || !payable.isOpen || payable.currency !== currency) return 'closed'
  const limits = limitsOf(payable)
  if (limits === null) return 'closed'
  if (limits.most !== null && amount > limits.most) return 'too_high'
  return amount < limits.least ? 'too_low' : 'payable'
}

type Limits = { least: bigint; most: bigint | null }

/** Within what a payment may be now; null where nothing is left to pay. */
function limitsOf({ kind, payment_mode: mode, amount, taken, invoice }: Payable): Limits | null {
  if (invoice !== null) return limitsOfInvoice(mode, invoice)
  const isOnce = kind === 'ORDER'
  if (mode === 'ANY') return isOnce && taken.count > 0 ? null : { least: 1n, most: null }
  const asked = amount ?? 0n
  if (mode === 'EXACT') return isOnce && taken.count > 0 ? null : { least: asked, most: asked }
  const left = isOnce ? asked - taken.amount : asked
  return left > 0n ? { least: 1n, most: left } : null
}

/** What its invoice asks for now, whatever was due when the number was made. */
function limitsOfInvoice(
  mode: Payable['payment_mode'],
  { due, least }: NonNullable<Payable['invoice']>,
): Limits | null {
  if (due <= 0n) return null
  return { least: mode === 'PART' && least !== null && least < due ? least : due, most: due }
}
