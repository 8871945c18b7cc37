import { randomInt } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import { withCheckDigit } from './check-digit.ts'

/** Whoever types a number of the sandbox at a real counter meets none. The government's begin with 99, and have a digit less. */
const firstDigit: Record<Environment, string> = { live: '2', sandbox: '1' }

/** Between the first digit and the last. Of a million numbers in use, one guess in a hundred thousand meets another. */
const drawnDigits = 11

/** A number that nobody can tell from the ones before it. */
export function drawNumber(environment: Environment): string {
  // In two halves: more than 48 bits are not drawn at once.
  const [upper, lower] = [randomInt(10 ** 5), randomInt(10 ** 6)]
  const drawn = `${String(upper).padStart(5, '0')}${String(lower).padStart(6, '0')}`.slice(-drawnDigits)
  return withCheckDigit(`${firstDigit[environment]}${drawn}`)
}
