import type { Environment } from '@malipo/contract'
import type { FailureReason, PayOutMethod, PayOutOrder } from '../../provider.ts'
import { reversalMs } from '../payment.ts'
import { chance } from '../profile.ts'

/** How a payout plays by itself. `chance` is decided by the failure rate when it is due. */
type PayoutEnding = 'pay' | keyof typeof reasonOfEnding | 'other_amount' | 'reverse' | 'chance'

const reasonOfEnding = {
  decline: 'declined',
  expire: 'expired',
  invalid_number: 'invalid_number',
  limit: 'limit',
  refuse: 'refused',
} as const satisfies Record<string, FailureReason>

/** What may go wrong with the callbacks of a payout. */
type PayoutMishap = 'lost' | 'twice' | 'contradicting'

type PayoutState = 'accepted' | 'paid' | 'failed' | 'reversed'

/** A row of `network_payouts`. */
export type Payout = {
  reference: string
  environment: Environment
  merchant_id: string
  method: PayOutMethod
  amount: bigint
  currency: string
  destination_code: string
  identifier: string
  recipient_name: string
  state: PayoutState
  ending: PayoutEnding | null
  mishap: PayoutMishap | null
  seed: string
  draw: number
  failure_rate: number
  due_at: Date | null
  paid_amount: bigint | null
  reason: FailureReason | null
  created_at: Date
}

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

type PayoutPlay = {
  reception: Reception
  /** Null: it stays open for ever. */
  ending: PayoutEnding | null
  mishap: PayoutMishap | null
}

const answers = { reception: 'answers', mishap: null } as const

/** A played Super Admin wants to know more about this one. */
const asked = '16'

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
  '12': { ...answers, ending: 'decline' },
  '13': { ...answers, ending: 'expire' },
  '14': { ...answers, ending: 'invalid_number' },
  '15': { ...answers, ending: 'limit' },
  [asked]: { ...answers, ending: 'pay' },
}

/** Recipients that choose how a payout plays, for tests that must not depend on chance. */
const magicRecipients: ReadonlyMap<string, PayoutPlay> = new Map<string, PayoutPlay>([
  ...Object.entries(plays).flatMap(([last, play]): [string, PayoutPlay][] => [
    [`2557000001${last}`, play],
    [`10000000${last}`, play],
  ]),
  // Payers, of whom refunds play so: one gets them for certain, one cannot be refunded, of the other nobody hears whether it was.
  ['255700000001', { ...answers, ending: 'pay' }],
  ['255700000014', { ...answers, ending: 'refuse' }],
  ['255700000015', { ...answers, ending: 'pay', reception: 'silent' }],
])

export function asksFirst(identifier: string): boolean {
  return magicRecipients.has(identifier) && identifier.endsWith(asked)
}

/** In live whoever is no magic recipient is paid; in the sandbox the failure rate decides. */
export function planPayout({ environment, identifier }: NetworkPayOut): PayoutPlay {
  if (environment === 'live') return playOfRecipient(identifier)
  return magicRecipients.get(identifier) ?? { ...answers, ending: 'chance' }
}

/** How a payout to this phone or account plays where nobody may choose but the number. */
export function playOfRecipient(identifier: string): PayoutPlay {
  return magicRecipients.get(identifier) ?? { ...answers, ending: 'pay' }
}

/** A payout that changes its state, and what becomes known by it. */
export type PayoutMove =
  | { payout: Payout; to: 'paid'; amount: bigint; reversesAt: Date | null }
  | { payout: Payout; to: 'failed'; reason: FailureReason }
  | { payout: Payout; to: 'reversed'; amount: bigint }

/** One shilling too much. */
const surplus = 100n

/** What a payout that is due does by itself. */
export function nextPayoutMove(payout: Payout, now: Date): PayoutMove {
  const { state, ending, amount, paid_amount } = payout
  if (state === 'paid') return { payout, to: 'reversed', amount: paid_amount ?? amount }
  const reason = reasonToFail(payout)
  if (reason !== null) return { payout, to: 'failed', reason }
  return {
    payout,
    to: 'paid',
    amount: ending === 'other_amount' ? amount + surplus : amount,
    reversesAt: ending === 'reverse' ? new Date(now.getTime() + reversalMs) : null,
  }
}

function reasonToFail({ ending, seed, draw, failure_rate }: Payout): FailureReason | null {
  if (ending === 'chance') return chance(seed, draw, 'fails') < failure_rate ? 'refused' : null
  return ending !== null && ending in reasonOfEnding
    ? reasonOfEnding[ending as keyof typeof reasonOfEnding]
    : null
}
