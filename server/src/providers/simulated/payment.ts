import type { Environment } from '@malipo/contract'
import type { CollectionMethod, CollectOrder, FailureReason } from '../provider.ts'
import type { PlayWish } from '../rehearsal.ts'
import { chance } from './profile.ts'

/** How a payment plays when nobody touches a handset. `chance` is decided by the failure rate when it is due. */
type Ending =
  | 'approve'
  | 'decline'
  | 'insufficient_funds'
  | 'wrong_pin'
  | 'expire'
  | 'cancel'
  | 'invalid_number'
  | 'limit'
  | 'refuse'
  | 'hold'
  | 'reverse'
  | 'other_amount'
  | 'chance'

/** What may go wrong with a callback. */
export const mishaps = ['lost', 'late', 'twice', 'out_of_order', 'contradicting', 'badly_signed'] as const
export type Mishap = (typeof mishaps)[number]

export type PaymentState = 'waiting' | 'paid' | 'declined' | 'expired' | 'reversed'

/** A row of `network_payments`. */
export type Payment = {
  reference: string
  id: string
  environment: Environment
  merchant_id: string
  merchant_name: string
  method: CollectionMethod
  amount: bigint
  currency: string
  phone: string | null
  state: PaymentState
  ending: Ending | null
  is_exact: boolean
  mishap: Mishap | null
  seed: string
  draw: number
  failure_rate: number
  due_at: Date | null
  expires_at: Date | null
  payment_token: string | null
  qr_payload: string | null
  /** The control number that it was paid for, where nobody had ordered it. */
  bill_number: string | null
  paid_amount: bigint | null
  hold: string | null
  failure_reason: FailureReason | null
  wrong_pins: number
  created_at: Date
}

/** An order as it reaches the network: through the port, or through the sandbox's own door with a wish. */
export type NetworkOrder = CollectOrder & { environment: Environment; wish: PlayWish | null }

type Plan = Play & {
  /** Asked for in so many words, and therefore beyond chance. */
  isExact: boolean
  /** For somebody who holds a phone. What was asked for in so many words, or ends in the same answer, waits for nobody. */
  mayWait: boolean
}

const endingOfStatus: ReadonlyMap<string, Ending> = new Map([
  ['successful', 'approve'],
  ['failed', 'decline'],
  ['pending_clearance', 'hold'],
  ['reversed', 'reverse'],
])

/**
 * How a payment will play. An ending plays by itself after a delay; without one a handset decides, or nobody does.
 * In live nobody may choose but the phone number, and subscribers approve whatever they are asked.
 */
export function planPayment({ environment, phone, wish }: NetworkOrder): Plan {
  if (environment === 'live') return { ...playOfPayer(phone), isExact: false, mayWait: true }
  const magic = phone === null ? undefined : magicNumbers.get(phone)
  const playsByItself = wish?.family === 'A' || wish?.endsAtOnce === true
  const asked = playsByItself && wish.status !== null && endingOfStatus.get(wish.status)
  if (asked) return { ...alone(asked), isExact: true, mayWait: false }
  const play = magic ?? alone(playsByItself ? 'chance' : null)
  return { ...play, isExact: false, mayWait: wish?.endsAtOnce !== true }
}

/** How whoever has this phone pays where nobody may choose but the number. */
export function playOfPayer(phone: string | null): Play {
  return (phone === null ? undefined : magicNumbers.get(phone)) ?? alone('approve')
}

function alone(ending: Ending | null): Play {
  return { ending, mishap: null }
}

type Play = {
  /** Null: nobody ever answers. */
  ending: Ending | null
  mishap: Mishap | null
}

/** Phones that choose how a payment plays, for tests that must not depend on chance. */
const magicNumbers: ReadonlyMap<string, Play> = new Map(
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
    '255700000014': { ending: 'refuse', mishap: null },
    '255700000015': { ending: 'expire', mishap: null },
    '255700000016': { ending: 'cancel', mishap: null },
    '255700000017': { ending: 'invalid_number', mishap: null },
    '255700000018': { ending: 'limit', mishap: null },
    '255700000019': { ending: null, mishap: null },
    '255700000020': { ending: null, mishap: null },
  } satisfies Record<string, Play>),
)

/** The phones that choose by themselves. */
export const choosers: readonly string[] = [...magicNumbers.keys()]

/** Phones whose prompt cannot be taken back once it is there, or of which the network does not say whether it was. */
const cancellations: ReadonlyMap<string, 'refused' | 'unclear'> = new Map([
  ['255700000019', 'refused'],
  ['255700000020', 'unclear'],
])

/** What the network makes of the wish to cancel an order that nobody has answered. */
export function cancellationOf({ phone }: Payment): 'cancelled' | 'refused' | 'unclear' {
  return cancellations.get(phone ?? '') ?? 'cancelled'
}

/** A payment that changes its state, and what becomes known by it. */
export type Move =
  | { payment: Payment; to: 'paid'; amount: bigint; hold: string | null; reversesAt: Date | null }
  | { payment: Payment; to: 'declined' | 'expired'; reason: FailureReason }
  | { payment: Payment; to: 'reversed'; amount: bigint }

/** Long enough that success is seen before it is undone. */
export const reversalMs = 300

/** One shilling too much. */
const surplus = 100n

const reasonOfEnding = {
  decline: 'declined',
  insufficient_funds: 'insufficient_funds',
  wrong_pin: 'wrong_pin',
  expire: 'expired',
  cancel: 'cancelled',
  invalid_number: 'invalid_number',
  limit: 'limit',
  refuse: 'refused',
} as const satisfies Partial<Record<Ending, FailureReason>>

/** What a payment that is due does by itself. */
export function nextMove(payment: Payment, now: Date): Move {
  const { state, due_at, expires_at, ending, amount, paid_amount } = payment
  if (state === 'paid') return { payment, to: 'reversed', amount: paid_amount ?? amount }
  const isOver = due_at !== null && expires_at !== null && due_at >= expires_at
  if (ending === null || isOver) return { payment, to: 'expired', reason: 'expired' }
  return moveBy(payment, ending === 'chance' ? drawnEnding(payment) : ending, now)
}

/** How a payment moves when it ends in a certain way, be it by itself or by hand. */
export function moveBy(payment: Payment, ending: Exclude<Ending, 'chance'>, now: Date): Move {
  if (ending in reasonOfEnding) {
    return { payment, to: 'declined', reason: reasonOfEnding[ending as keyof typeof reasonOfEnding] }
  }
  return {
    payment,
    to: 'paid',
    amount: ending === 'other_amount' ? payment.amount + surplus : payment.amount,
    hold: ending === 'hold' ? 'simulated' : null,
    reversesAt: ending === 'reverse' ? new Date(now.getTime() + reversalMs) : null,
  }
}

function drawnEnding({ seed, draw, failure_rate }: Payment): 'refuse' | 'approve' {
  return chance(seed, draw, 'fails') < failure_rate ? 'refuse' : 'approve'
}
