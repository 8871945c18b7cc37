import { toMinor } from '@malipo/sdk'
import { readAmount, withoutGroups } from '../../forms/read-amount.ts'

/** A line as it was typed. */
export type LineTyped = { description: string; quantity: string; price: string; tax: string }

export const noLine: LineTyped = { description: '', quantity: '1', price: '', tax: '' }

export function readQuantity(text: string): string | undefined {
  const read = withoutGroups(text)
  return /^(?!0(\.0+)?$)\d{1,9}(\.\d{1,3})?$/.test(read) ? read : undefined
}

/** Empty means none, which is not the same as nothing that can be read. */
export function readPercent(text: string): string | null | undefined {
  const read = withoutGroups(text)
  if (read === '') return null
  return /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/.test(read) ? read : undefined
}

/** Half and more goes up, as the service does it. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n)
}

function scaled(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

export type Sum = { amount: bigint; tax: bigint }

/** What a line comes to in hundredths, exactly as the service works it out; null while it cannot be read. */
export function sumOfLine({ quantity, price, tax }: LineTyped): Sum | null {
  const [count, each, percent] = [readQuantity(quantity), readAmount(price), readPercent(tax)]
  if (count === undefined || each === undefined || percent === undefined) return null
  const amount = halfUp(scaled(count, 3) * toMinor(each), 1_000n)
  return { amount, tax: percent === null ? 0n : halfUp(amount * scaled(percent, 2), 10_000n) }
}

/** What all lines that can be read come to. */
export function sumOf(lines: readonly LineTyped[]): Sum {
  const sums = lines.flatMap((line) => sumOfLine(line) ?? [])
  return {
    amount: sums.reduce((all, { amount }) => all + amount, 0n),
    tax: sums.reduce((all, { tax }) => all + tax, 0n),
  }
}
