import type { FailureReason, Outcome, PayOutOutcome, Unknown } from '../provider.ts'
import { addressMark } from './assumptions.ts'
import type { Answer } from './client.ts'

type Failure = { reason: FailureReason; message: string }

/** Nothing was moved, by the gateway's own numbers. One that is not here is something we do not know, whatever `result` says. */
export const failureCodes: ReadonlyMap<string, Failure> = new Map([
  // LIVE: also for a good number while the national switch is away, and nothing was paid then either.
  [
    '010',
    { reason: 'invalid_number', message: 'The number is not valid, or its network is not served now.' },
  ],
  // DOC says above a limit, LIVE below the least amount.
  ['013', { reason: 'limit', message: 'The amount is outside of what can be carried.' }],
  ['015', { reason: 'limit', message: 'The amount is not valid.' }],
  ['012', { reason: 'refused', message: 'The bank or network was not found.' }],
  ['612', { reason: 'refused', message: 'The bank or network was not found.' }],
  ['029', { reason: 'refused', message: 'The account is suspended.' }],
  ['103', { reason: 'invalid_number', message: 'The number or account is not valid.' }],
  ['201', { reason: 'invalid_number', message: 'The number or account is not valid.' }],
  ['202', { reason: 'invalid_number', message: 'The number or account is not valid.' }],
  ['203', { reason: 'refused', message: 'The name is not that of the account.' }],
  // LIVE: our own float is empty, which is nothing that the merchant or the recipient did.
  ['990', { reason: 'refused', message: 'The provider could not pay it out now.' }],
])

export const doneCode = '000'
export const underWayCodes: ReadonlySet<string> = new Set(['111', '927'])

/** Statuses with which the gateway itself turns a call away, in its own envelope, before it does anything. */
const turnedAway: ReadonlySet<number> = new Set([401, 403, 412])

/** Words for how an order stands; DOC spells some of them in two ways. */
const openWords: ReadonlySet<string> = new Set(['PENDING', 'INPROGRESS'])
const paidWords: ReadonlySet<string> = new Set(['COMPLETED', 'COMPLETE'])
export const failureWords: ReadonlyMap<string, Failure> = new Map([
  ['CANCELLED', { reason: 'cancelled', message: 'The order was cancelled.' }],
  ['CANCEL', { reason: 'cancelled', message: 'The order was cancelled.' }],
  ['USERCANCELLED', { reason: 'declined', message: 'The customer declined.' }],
  ['USERCANCELED', { reason: 'declined', message: 'The customer declined.' }],
  ['REJECTED', { reason: 'refused', message: 'The payment was rejected.' }],
])

/** What a word about an order means. LIVE: what was completed may be reversed, though DOC has no word for it. */
export function outcomeOfWord(
  word: string,
  told: { paid?: { amount: bigint; currency: string }; payer?: string },
): Outcome {
  const providerStatus = word
  if (openWords.has(word)) return { kind: 'pending', providerStatus }
  if (paidWords.has(word)) return { kind: 'succeeded', providerStatus, ...told }
  if (word === 'REVERSED') return { kind: 'reversed', providerStatus }
  const failure = failureWords.get(word)
  return failure ? failedBy(word, failure) : notUnderstood(word)
}

/** What the gateway made of something that it was asked to do. `done` is all that differs between its products. */
export function outcomeOfCall(answer: Answer, done: Outcome): PayOutOutcome {
  const { envelope, status, because } = answer
  if (envelope === null || status === null) return { kind: 'unknown', because }
  const { resultcode, message } = envelope
  if (isTurnedAway(answer)) return refusalOf(status, message)
  if (status < 200 || status > 299) return { kind: 'unknown', because: `The gateway answered ${status}.` }
  return outcomeOfCode(resultcode, done)
}

/** Whether the gateway itself said so, and not somebody on the way. */
export function isTurnedAway({ envelope, status }: Answer): boolean {
  return status !== null && turnedAway.has(status) && envelope?.resultcode === String(status)
}

export function isStrangeAddress(message: string): boolean {
  return message.includes(addressMark)
}

/** What it says when it is only asked. That it turns a question away says nothing about what was asked about. */
export function outcomeOfQuery({ envelope, status, because }: Answer, done: Outcome): Outcome {
  if (envelope === null) return { kind: 'unknown', because }
  if (status !== 200)
    return { kind: 'unknown', because: `The gateway answered ${status}: ${envelope.resultcode}.` }
  return outcomeOfCode(envelope.resultcode, done)
}

function outcomeOfCode(code: string, done: Outcome): Outcome {
  if (code === doneCode) return done
  if (underWayCodes.has(code)) return { kind: 'pending', providerStatus: code }
  const failure = failureCodes.get(code)
  return failure ? failedBy(code, failure) : notUnderstood(code)
}

function refusalOf(status: number, message: string): PayOutOutcome {
  const providerStatus = String(status)
  if (isStrangeAddress(message))
    return { kind: 'blocked', providerStatus, providerMessage: 'The gateway does not know our address.' }
  return failedBy(providerStatus, { reason: 'refused', message: 'The provider refused the request.' })
}

/** Collections have no word for a strange address: nothing was made, and the operator reads why in the logs of the gateway. */
export function withoutBlocks(outcome: PayOutOutcome): Outcome {
  if (outcome.kind !== 'blocked') return outcome
  const { providerStatus, providerMessage } = outcome
  return { kind: 'failed', providerStatus, reason: 'refused', providerMessage }
}

export function notUnderstood(word: string): Unknown {
  return { kind: 'unknown', because: `The gateway said ${word.slice(0, 50)}.`, answered: true }
}

function failedBy(providerStatus: string, { reason, message }: Failure): Outcome & { kind: 'failed' } {
  return { kind: 'failed', providerStatus, reason, providerMessage: message }
}
