import { toMinor } from '@malipo/sdk'

/** How many times larger one amount is than another, with one digit after the point and never more than it is: `3.4`. */
export function timesLarger(amount: string, largest: string): string {
  const tenths = (toMinor(amount) * 10n) / toMinor(largest)
  return `${tenths / 10n}.${tenths % 10n}`
}
