import type { Ending, Mishap } from './payment.ts'

export type Play = {
  /** Null: nobody ever answers. */
  ending: Ending | null
  mishap: Mishap | null
}

/** Phones that choose how a payment plays, for tests that must not depend on chance. */
export const magicNumbers: ReadonlyMap<string, Play> = new Map(
  Object.entries({
    '255700000001': { ending: 'approve', mishap: null },
    '255700000002': { ending: 'decline', mishap: null },
    '255700000003': { ending: 'insufficient_funds', mishap: null },
    '255700000004': { ending: 'wrong_pin', mishap: null },
    '255700000005': { ending: null, mishap: null },
    '255700000006': { ending: 'approve', mishap: 'lost' },
    '255700000007': { ending: 'approve', mishap: 'late' },
    '255700000008': { ending: 'approve', mishap: 'twice' },
    '255700000009': { ending: 'reverse', mishap: null },
    '255700000010': { ending: 'approve', mishap: 'contradicting' },
    '255700000011': { ending: 'approve', mishap: 'badly_signed' },
    '255700000012': { ending: 'other_amount', mishap: null },
    '255700000013': { ending: 'hold', mishap: null },
  } satisfies Record<string, Play>),
)
