/** Four digits after the point are a hundredth of a hundredth of a percent: one part of a million. */
const digits = 4

/** "1.5" is 15000 parts of a million. The digits are moved, never divided, so that nothing is lost. */
export function partsFromPercentage(text: string): number {
  const [whole = '0', fraction = ''] = text.split('.')
  return Number(`${whole}${fraction.padEnd(digits, '0')}`)
}

/** As short as it goes with one digit after the point. */
export function percentageFromParts(parts: number): string {
  const text = String(parts).padStart(digits + 1, '0')
  const fraction = text.slice(-digits).replace(/0{1,3}$/, '')
  return `${text.slice(0, -digits)}.${fraction}`
}
