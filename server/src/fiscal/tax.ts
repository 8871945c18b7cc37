import type { TaxCode } from '@malipo/contract'

/** What the VAT Act asks of most sales on the mainland, in percent. */
const standardPercent = 18n

/** The tax that is in an amount, rounded half up to a cent. */
export function taxIn(amount: bigint, code: TaxCode): bigint {
  if (code !== 'STANDARD') return 0n
  const whole = 100n + standardPercent
  return (2n * amount * standardPercent + whole) / (2n * whole)
}
