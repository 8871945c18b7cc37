import type { FailureReason, LookedUp, Outcome, PayOutLookedUp } from '../../../src/providers/providers.ts'

/** Why nothing was paid, by the gateway's own numbers. */
export const failureCodes: ReadonlyMap<string, { reason: FailureReason; message: string }> = new Map([
  ['201', { reason: 'declined', message: 'The customer said no.' }],
  ['202', { reason: 'insufficient_funds', message: 'There is too little money.' }],
  ['203', { reason: 'wrong_pin', message: 'The PIN was wrong.' }],
  ['204', { reason: 'expired', message: 'Nobody answered in time.' }],
  ['205', { reason: 'invalid_number', message: 'Nobody has this number.' }],
  ['206', { reason: 'limit', message: 'The customer may not pay that much.' }],
  ['207', { reason: 'refused', message: 'The gateway refused it.' }],
])

export const paidCode = '000'
export const waitingCode = '100'
export const cancelledCode = '110'
export const reversedCode = '300'
export const neverHeardCode = '404'
/** Whoever signs with a key that the gateway does not know. */
export const strangerCode = '403'
const addressCode = '901'

/** What a code means. One that is not here is something we do not know, never a failure. */
export function outcomeOfCode(code: string, paid: { amount: bigint; currency: string } | null): Outcome {
  const providerStatus = code
  if (code === waitingCode) return { kind: 'pending', providerStatus }
  if (code === reversedCode) return { kind: 'reversed', providerStatus }
  if (code === paidCode) return { kind: 'succeeded', providerStatus, ...(paid && { paid }) }
  if (code === cancelledCode) {
    return { kind: 'failed', providerStatus, reason: 'declined', providerMessage: 'It was called back.' }
  }
  const failure = failureCodes.get(code)
  if (!failure) return { kind: 'unknown', because: `The gateway said ${code.slice(0, 20)}.`, answered: true }
  return { kind: 'failed', providerStatus, reason: failure.reason, providerMessage: failure.message }
}

/** Who looks up may also learn that nobody there has heard of it. */
export function lookedUpOfCode(code: string, paid: { amount: bigint; currency: string } | null): LookedUp {
  return code === neverHeardCode ? { kind: 'never_seen' } : outcomeOfCode(code, paid)
}

/** Payouts are also turned away for the address that they come from. */
export function payOutOfCode(
  code: string,
  paid: { amount: bigint; currency: string } | null,
): PayOutLookedUp {
  if (code !== addressCode) return lookedUpOfCode(code, paid)
  return { kind: 'blocked', providerStatus: code, providerMessage: 'The gateway does not know our address.' }
}
