import { minorFromText } from '../primitives/money.ts'
import { invalid } from '../primitives/refusal.ts'

/** The minor units of an amount that its schema let through. */
export function readAmount(field: string, text: string): bigint {
  const minor = minorFromText(text)
  if (minor === null) throw invalid({ field, problem: 'must be written without leading zeros, like 1000.00' })
  return minor
}
