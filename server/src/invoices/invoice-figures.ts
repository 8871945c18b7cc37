import type { InvoiceState } from './invoice-lifecycle.ts'

export type Billed = {
  status: InvoiceState
  total: bigint
  amount_paid: bigint | null
  amount_credited: bigint
}

/** What was paid and credited of an invoice, and what follows from it: all four together leave nothing of its total out. */
export type Figures = { paid: bigint; credited: bigint; due: bigint; overpaid: bigint }

export function figuresOf({ status, total, amount_paid: kept, amount_credited: credited }: Billed): Figures {
  const paid = kept ?? (status === 'PAID' ? total : 0n)
  // Nobody owes what is void.
  if (status === 'VOID') return { paid, credited, due: 0n, overpaid: 0n }
  const { due, overpaid } = reckon(total, paid, credited)
  return { paid, credited, due, overpaid }
}

export function reckon(total: bigint, paid: bigint, credited: bigint): Pick<Figures, 'due' | 'overpaid'> {
  const left = total - paid - credited
  return left > 0n ? { due: left, overpaid: 0n } : { due: 0n, overpaid: -left }
}

/** The state of an invoice that was issued, which its figures alone decide. What is credited whole is nobody's payment. */
export function stateOf(total: bigint, paid: bigint, credited: bigint): InvoiceState {
  if (reckon(total, paid, credited).due > 0n) return paid > 0n ? 'PARTIALLY_PAID' : 'SENT'
  return credited === total ? 'CREDITED' : 'PAID'
}

/** What one payment may be for: all that is due, or a part that is not too small. Null: only all that is due. */
export function leastPart({
  allow_part_payment: inParts,
  minimum_payment: least,
  ...billed
}: Billed & { allow_part_payment: boolean; minimum_payment: bigint | null }): bigint | null {
  if (!inParts) return null
  const { due } = figuresOf(billed)
  const part = least ?? 1n
  return part < due ? part : null
}
