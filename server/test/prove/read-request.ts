import { parseArgs } from 'node:util'
import type { Proof } from './proof.ts'

const usage = (proofs: readonly Proof[]) => `npm run prove -- [options] [proof …]

  --short       in minutes what takes up to hours otherwise
  --twice       what failed is carried out once more
  --within=50   nothing begins after so many minutes
  --at-once=2   so many beside each other

${proofs.map(({ word, promise }) => `  ${word.padEnd(16)} ${promise}`).join('\n')}`

export type ProofRequest = {
  chosen: readonly Proof[]
  size: 'short' | 'long'
  again: boolean
  withinMinutes: number
  atOnce: number
}

/** What was asked for, or the words with which it is answered where nothing is to be carried out. */
export function readRequest(
  args: readonly string[],
  proofs: readonly Proof[],
): ProofRequest | { said: string; refused: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        short: { type: 'boolean' },
        twice: { type: 'boolean' },
        within: { type: 'string' },
        'at-once': { type: 'string' },
      },
    })
    if (values.help) return { said: usage(proofs), refused: false }
    return {
      chosen: positionals.length === 0 ? proofs : positionals.map((word) => proofCalled(word, proofs)),
      size: values.short ? 'short' : 'long',
      again: values.twice ?? false,
      withinMinutes: atLeastOne('within', values.within) ?? Number.POSITIVE_INFINITY,
      atOnce: atLeastOne('at-once', values['at-once']) ?? 1,
    }
  } catch (error) {
    return { said: `${(error as Error).message}\n\n${usage(proofs)}`, refused: true }
  }
}

function proofCalled(word: string, proofs: readonly Proof[]): Proof {
  const found = proofs.find((proof) => proof.word === word)
  if (found === undefined) throw new Error(`There is no proof of ${word}`)
  return found
}

function atLeastOne(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const value = Number(given)
  if (value >= 1) return value
  throw new Error(`--${name}=${given}: it takes a number from 1 on`)
}
