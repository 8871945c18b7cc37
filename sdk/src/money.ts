/** Thirteen digits before the point and two after it are the most that the service takes. */
const decimal = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/

/**
 * An amount in hundredths, exactly: `toMinor('1000.5')` is `100050n`. Numbers are read by the digits that they print, which with
 * fifteen significant digits are the ones that were sent. What has more than two places is refused, never rounded.
 */
export function toMinor(amount: string | number): bigint {
  const [, sign, whole, places = ''] = decimal.exec(String(amount)) ?? []
  if (whole === undefined) {
    throw new RangeError(
      `${JSON.stringify(amount)} is no amount: write up to 13 digits, and up to 2 after the point`,
    )
  }
  const minor = BigInt(whole + places.padEnd(2, '0'))
  return sign === '-' ? -minor : minor
}

/** The amount as the service writes it: `fromMinor(100050n)` is `'1000.50'`. */
export function fromMinor(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The JSON number of an amount that was given as digits. Fifteen significant digits come back out of a double as they went in. */
export function toJsonNumber(amount: unknown): unknown {
  if (typeof amount !== 'string') return amount
  toMinor(amount)
  return Number(amount)
}
