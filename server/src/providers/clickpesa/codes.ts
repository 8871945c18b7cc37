import { minorFromText } from '../../primitives/money.ts'
import type { FailureReason, Outcome, ProviderCallback, Unknown } from '../provider.ts'

export type Fields = Record<string, unknown>

type Kind = Exclude<Outcome['kind'], 'unknown'>

/** DOC, home/payment-status. On hold is theirs to end, and neither paid nor lost before that. */
export const paymentStatuses: ReadonlyMap<string, Kind> = new Map([
  ['PROCESSING', 'pending'],
  ['PENDING', 'pending'],
  ['ON-HOLD', 'pending'],
  ['SUCCESS', 'succeeded'],
  ['SETTLED', 'succeeded'],
  ['FAILED', 'failed'],
  ['REFUNDED', 'reversed'],
  ['REVERSED', 'reversed'],
])

/**
 * DOC, home/payout-status: both REFUNDED and REVERSED say that the payout failed and that the money is back with us, whether
 * or not SUCCESS was said before. Where it was, our books see a contradiction and ask a person.
 */
export const payOutStatuses: ReadonlyMap<string, Kind> = new Map([
  ['AUTHORIZED', 'pending'],
  ['PROCESSING', 'pending'],
  ['PENDING', 'pending'],
  ['SUCCESS', 'succeeded'],
  ['FAILED', 'failed'],
  ['REFUNDED', 'failed'],
  ['REVERSED', 'failed'],
])

type Event = { about: ProviderCallback['about']; says: Kind[] }

/** DOC, home/webhooks. An event whose status says something else than the event is one that nobody understands. */
export const events: ReadonlyMap<string, Event> = new Map<string, Event>([
  ['PAYMENT RECEIVED', { about: 'collection', says: ['succeeded'] }],
  ['PAYMENT FAILED', { about: 'collection', says: ['failed'] }],
  ['PAYOUT INITIATED', { about: 'disbursement', says: ['pending', 'succeeded'] }],
  ['PAYOUT REFUNDED', { about: 'disbursement', says: ['failed'] }],
  ['PAYOUT REVERSED', { about: 'disbursement', says: ['failed'] }],
])

/** INF: no list of their messages is published. Only the reason of what has surely failed is read from them. */
const reasonsInMessages: readonly [RegExp, FailureReason][] = [
  [/insufficient|not enough/i, 'insufficient_funds'],
  [/\bpin\b/i, 'wrong_pin'],
  [/time[d -]*out|expired/i, 'expired'],
  [/cancel/i, 'cancelled'],
  [/phone ?number|msisdn|account ?number|\bbic\b/i, 'invalid_number'],
  [/limit|minimum|maximum/i, 'limit'],
]

export function reasonIn(message: string, otherwise: FailureReason): FailureReason {
  return reasonsInMessages.find(([words]) => words.test(message))?.[1] ?? otherwise
}

/** What a payment of theirs says. A status that is not in the table is something we do not know, never a failure. */
export function outcomeOfPayment(payment: Fields): Outcome {
  const paid = paidOf(payment.collectedAmount, payment.collectedCurrency)
  const payer = payerOf(payment.paymentPhoneNumber)
  const payerName = nameOf(fieldsOf(payment.customer)?.customerName)
  return outcomeOf(payment, paymentStatuses, { paid, payer, payerName, otherwise: 'declined' })
}

/**
 * What a payout of theirs says. Its `amount` is with the fee in some samples of theirs and without it in others, so what was
 * paid is read only where it is said apart from it.
 */
export function outcomeOfPayOut(payOut: Fields): Outcome {
  const [order, beneficiary] = [fieldsOf(payOut.order), fieldsOf(payOut.beneficiary)]
  const paid = paidOf(order?.amount ?? beneficiary?.amount, order?.currency ?? payOut.currency)
  return outcomeOf(payOut, payOutStatuses, { paid, otherwise: 'refused' })
}

type Read = {
  paid: Paid
  payer?: string | undefined
  payerName?: string | undefined
  otherwise: FailureReason
}

function outcomeOf(fields: Fields, statuses: ReadonlyMap<string, Kind>, read: Read): Outcome {
  const { status: providerStatus, message } = fields
  const kind = typeof providerStatus === 'string' ? statuses.get(providerStatus) : undefined
  if (typeof providerStatus !== 'string' || kind === undefined) {
    return odd(`ClickPesa says ${String(providerStatus).slice(0, 20)}.`)
  }
  if (kind === 'failed') {
    const providerMessage = typeof message === 'string' && message.trim() ? message.slice(0, 200) : null
    return {
      kind,
      providerStatus,
      reason: reasonIn(providerMessage ?? '', read.otherwise),
      providerMessage: providerMessage ?? `ClickPesa says ${providerStatus}.`,
    }
  }
  if (kind !== 'succeeded') return { kind, providerStatus }
  if (read.paid === 'unreadable') return odd('ClickPesa says that it is paid, and an amount that is none.')
  return {
    kind,
    providerStatus,
    ...(read.paid && { paid: read.paid }),
    ...(read.payer !== undefined && { payer: read.payer }),
    ...(read.payerName !== undefined && { payerName: read.payerName }),
  }
}

/** An answer that nobody understands. */
export function odd(because: string): Unknown {
  return { kind: 'unknown', because, answered: true }
}

export function fieldsOf(value: unknown): Fields | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : null
}

/** They write amounts as numbers and as text, each in some places. */
export function minorOf(amount: unknown): bigint | null {
  return typeof amount === 'string' || typeof amount === 'number' ? minorFromText(String(amount)) : null
}

type Paid = { amount: bigint; currency: string } | undefined | 'unreadable'

function paidOf(amount: unknown, currency: unknown): Paid {
  if (amount === undefined || amount === null) return undefined
  const minor = minorOf(amount)
  return minor === null || typeof currency !== 'string' ? 'unreadable' : { amount: minor, currency }
}

function payerOf(phone: unknown): string | undefined {
  return typeof phone === 'string' && /^255[0-9]{9}$/.test(phone) ? phone : undefined
}

function nameOf(name: unknown): string | undefined {
  return typeof name === 'string' && name.trim() !== '' ? name : undefined
}
