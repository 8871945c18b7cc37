import type { Environment } from '@malipo/contract'
import type { PayOutOrder } from '../../provider.ts'
import type { PayoutEnding, PayoutMishap } from './payout.ts'

/** An instruction as it reaches the network. */
export type NetworkPayOut = PayOutOrder & { environment: Environment }

/** How the network takes a payout in, before anything plays. */
export type Reception =
  | 'answers'
  /** Takes it, but the answer never arrives. */
  | 'silent'
  /** Neither takes it nor answers. */
  | 'deaf'
  /** Turns the first attempt away because of the address it comes from. */
  | 'turns_away'

export type PayoutPlay = {
  reception: Reception
  /** Null: it stays open for ever. */
  ending: PayoutEnding | null
  mishap: PayoutMishap | null
}

const answers = { reception: 'answers', mishap: null } as const

/** By the last two digits, the same for phones and bank accounts. */
const plays: Record<string, PayoutPlay> = {
  '01': { ...answers, ending: 'pay' },
  '02': { ...answers, ending: 'refuse' },
  '03': { ...answers, ending: 'pay', reception: 'silent' },
  '04': { ...answers, ending: null, reception: 'deaf' },
  '05': { ...answers, ending: 'pay', reception: 'turns_away' },
  '06': { ...answers, ending: null },
  '07': { ...answers, ending: 'other_amount' },
  '08': { ...answers, ending: 'reverse' },
  '09': { ...answers, ending: 'pay', mishap: 'contradicting' },
  '10': { ...answers, ending: 'pay', mishap: 'lost' },
  '11': { ...answers, ending: 'pay', mishap: 'twice' },
}

/** Recipients that choose how a payout plays, for tests that must not depend on chance. */
export const magicRecipients: ReadonlyMap<string, PayoutPlay> = new Map(
  Object.entries(plays).flatMap(([last, play]) => [
    [`2557000001${last}`, play],
    [`10000000${last}`, play],
  ]),
)

/** In live whoever is no magic recipient is paid; in the sandbox the failure rate decides. */
export function planPayout({ environment, identifier }: NetworkPayOut): PayoutPlay {
  const ending = environment === 'live' ? 'pay' : 'chance'
  return magicRecipients.get(identifier) ?? { ...answers, ending }
}
