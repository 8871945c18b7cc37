import type { LookedUp, Outcome, PayOutOutcome, Unknown } from '../provider.ts'
import type { Answer } from './client.ts'
import { type Fields, fieldsOf, odd, reasonIn } from './codes.ts'

type Read = (fields: Fields) => Outcome
type Blocked = Extract<PayOutOutcome, { kind: 'blocked' }>

/** What an order was answered: an outcome, or that they have seen its reference, or that they want to be asked later. */
export type Ordered = Outcome | Blocked | { kind: 'seen' } | { kind: 'later' }

/** SDK: 409 says so, with these words; should another status come with them, they mean the same. */
const seenWords = /reference.*(already|duplicate)|already (used|exists)|duplicate/i

/** DOC, home/changelog: payouts sent again within 60 seconds are put off with a message. The status is SDK: 429. */
const laterWords = /cool ?down|in progress|please wait|try again (in|after)/i

/** INF: addresses can be restricted (DOC, home/whitelisted-ip-address), but how others are turned away is not said. */
const addressWords = /\bip\b|whitelist|allow-?list/i

/** SDK: 404 with these words. A path that is not there is 404 as well, and says something else. */
const neverSeenWords = /^(?!cannot (get|post)).*not found/i

/** DOC: the float was too small. How much is in it concerns no merchant, so their message stays with us. */
const floatWords = /insufficient (account )?balance/i

/** Only a refusal in their own words is one: what carries none may come from anybody on the way. */
export function readOrder(answer: Answer, reference: string, read: Read): Ordered {
  const { status, body } = answer
  const fields = fieldsOf(body)
  if (status === 200 || status === 201) {
    return fields?.orderReference === reference ? read(fields) : unclear(answer)
  }
  const message = messageOf(fields)
  if (message === null || status === null || status >= 500) return unclear(answer)
  if (status === 409 || (status === 400 && seenWords.test(message))) return { kind: 'seen' }
  if (status === 429 || (status === 400 && laterWords.test(message))) return { kind: 'later' }
  return [400, 401, 403].includes(status) ? refusedWith(status, message) : odd(answer.because)
}

/**
 * All payments that they have under a reference. One that succeeded is the truth about it; two are too much money, and said
 * as such. Nothing has failed while anything of it is open or not understood.
 */
export function readFound(answer: Answer, reference: string, read: Read): LookedUp {
  const { status, body } = answer
  const message = messageOf(fieldsOf(body))
  if (status === 404 && message !== null && neverSeenWords.test(message)) return { kind: 'never_seen' }
  if (status !== 200 || !Array.isArray(body)) return unclear(answer)
  const payments = body.map(fieldsOf)
  const ours = payments.filter((payment) => payment !== null && payment.orderReference === reference)
  if (ours.length < payments.length) return odd('ClickPesa answered about something else.')
  const outcomes = ours.map((payment) => read(payment ?? {}))
  if (outcomes.length === 0) return { kind: 'never_seen' }
  return successIn(outcomes) ?? weightiest(outcomes)
}

/** In this order: what keeps all of it open comes first. */
const weights: Outcome['kind'][] = ['unknown', 'pending', 'reversed', 'failed']

function weightiest(outcomes: Outcome[]): Outcome {
  const kind = weights.find((one) => outcomes.some((outcome) => outcome.kind === one))
  return outcomes.findLast((outcome) => outcome.kind === kind) ?? odd('ClickPesa answered nothing.')
}

function successIn(outcomes: Outcome[]): Outcome | undefined {
  const successes = outcomes.filter((outcome) => outcome.kind === 'succeeded')
  const [first] = successes
  if (!first || successes.length === 1) return first
  const paid = successes.flatMap((success) => success.paid ?? [])
  const isOneCurrency = paid.every(({ currency }) => currency === paid[0]?.currency)
  if (paid.length < successes.length || !isOneCurrency) {
    return odd('ClickPesa has several payments under the reference.')
  }
  const amount = paid.reduce((sum, one) => sum + one.amount, 0n)
  return { ...first, paid: { amount, currency: paid[0]?.currency ?? '' } }
}

function refusedWith(status: number, message: string): Outcome | Blocked {
  const providerStatus = String(status)
  if (status !== 400 && isStrangeAddress(message)) {
    return { kind: 'blocked', providerStatus, providerMessage: message }
  }
  if (floatWords.test(message)) {
    const providerMessage = 'There is too little money at ClickPesa for it now.'
    return { kind: 'failed', providerStatus, reason: 'refused', providerMessage }
  }
  const reason = status === 400 ? reasonIn(message, 'refused') : 'refused'
  return { kind: 'failed', providerStatus, reason, providerMessage: message }
}

export function isStrangeAddress(message: string): boolean {
  return addressWords.test(message)
}

/** Silence, or words of somebody else: nobody there has answered. */
export function unclear({ because }: Answer): Unknown {
  return { kind: 'unknown', because }
}

export function messageOf(fields: Fields | null): string | null {
  const message = fields?.message
  return typeof message === 'string' && message.trim() !== '' ? message.slice(0, 200) : null
}
