import { minorFromText } from '../primitives/money.ts'
import { invalid } from '../primitives/refusal.ts'

/** One line as it is kept: texts, so that what was agreed is what is shown. */
export type InvoiceItem = {
  description: string
  quantity: string
  unit_price: string
  tax_percent: string | null
}

export type Line = { amount: bigint; tax: bigint }
export type Totals = { subtotal: bigint; tax: bigint; total: bigint }

/** As much as a payment can be for: 13 digits before the point. */
const mostTotal = 10n ** 15n - 1n

/**
 * What a line comes to, in minor units: quantity times price, rounded half up; and its tax, which is that rounded amount times
 * the percentage, rounded in the same way. Whoever adds up the printed lines comes to the printed sums.
 */
export function lineOf({ quantity, unit_price: price, tax_percent: percent }: InvoiceItem): Line {
  const amount = halfUp(scaled(quantity, 3) * minorOf(price), 1_000n)
  const tax = percent === null ? 0n : halfUp(amount * scaled(percent, 2), 10_000n)
  return { amount, tax }
}

/** What the whole comes to. Refused where nobody could pay it: nothing at all, or more than there is room for. */
export function totalsOf(items: readonly InvoiceItem[]): Totals {
  const lines = items.map(lineOf)
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0n)
  const tax = lines.reduce((sum, line) => sum + line.tax, 0n)
  const total = subtotal + tax
  if (subtotal === 0n) throw invalid({ field: 'items', problem: 'must come to more than 0.00 together' })
  if (total > mostTotal)
    throw invalid({ field: 'items', problem: 'must come to 9999999999999.99 or less together, with tax' })
  return { subtotal, tax, total }
}

/** Of what is not negative: half and more goes up. */
export function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n)
}

/** A plainly written decimal as a whole number of its last place. */
function scaled(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

function minorOf(price: string): bigint {
  const minor = minorFromText(price)
  if (minor === null) throw new Error('A price passed validation and is none.')
  return minor
}
