/** Money is whole minor units and a currency. Floats and strings exist only at the edge. */
export type Money = { minor: bigint; currency: string }

/** At most 13 digits before the point and 2 after, written plainly: 15 digits fit a double without loss. */
const plainAmount = /^(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,2}))?$/

/** The minor units of a plainly written amount, or null when it is written in any other way. */
export function minorFromText(text: string): bigint | null {
  const match = plainAmount.exec(text)
  if (!match) return null
  const [, whole = '0', fraction = ''] = match
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
}

export function textFromMinor(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
