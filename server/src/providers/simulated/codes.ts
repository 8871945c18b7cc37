import type { FailureReason, Outcome } from '../provider.ts'
import type { Payment } from './payment.ts'
import type { Payout } from './payouts/payout.ts'

/** Why a payment failed, in the network's words. */
export const failureWords: ReadonlyMap<string, { reason: FailureReason; message: string }> = new Map([
  ['CANCELLED', { reason: 'declined', message: 'The customer declined.' }],
  ['INSUFFICIENT_FUNDS', { reason: 'insufficient_funds', message: 'The customer has too little money.' }],
  ['WRONG_PIN', { reason: 'wrong_pin', message: 'The PIN was wrong too often.' }],
  ['EXPIRED', { reason: 'expired', message: 'Nobody answered in time.' }],
  ['CALLED_OFF', { reason: 'cancelled', message: 'The customer called it off.' }],
  ['INVALID_NUMBER', { reason: 'invalid_number', message: 'Nobody has this number.' }],
  ['LIMIT_EXCEEDED', { reason: 'limit', message: 'The customer may not pay that much.' }],
  ['REJECTED', { reason: 'refused', message: 'The network refused the payment.' }],
])

/** What comes with the word that the money has moved. */
export type Paid = {
  amount: bigint
  currency: string
  payer: string | null
  /** Whose number that is, where there are subscribers. */
  payerName?: string | null
  hold: string | null
}

/** A word that is not in the table is something we do not know, never a failure. */
export function outcomeOfWord(word: string, paid: Paid): Outcome {
  const providerStatus = word
  if (word === 'PENDING') return { kind: 'pending', providerStatus }
  if (word === 'REVERSED') return { kind: 'reversed', providerStatus }
  if (word === 'COMPLETED') {
    const { amount, currency, payer, payerName = null, hold } = paid
    return {
      kind: 'succeeded',
      providerStatus,
      paid: { amount, currency },
      ...(payer !== null && { payer }),
      ...(payerName !== null && { payerName }),
      ...(hold !== null && { hold }),
    }
  }
  const failure = failureWords.get(word)
  if (!failure) return { kind: 'unknown', because: `The network said ${word.slice(0, 50)}.`, answered: true }
  return { kind: 'failed', providerStatus, reason: failure.reason, providerMessage: failure.message }
}

/** The event that tells a word; there is none for what is still open or not known. */
export function eventOfWord(word: string): string | null {
  if (word === 'COMPLETED') return 'collection.success'
  if (word === 'REVERSED') return 'collection.reversed'
  return failureWords.has(word) ? 'collection.failed' : null
}

export function wordOfFailure(reason: FailureReason, words = failureWords): string {
  for (const [word, one] of words) if (one.reason === reason) return word
  throw new Error(`The network has no word for ${reason}.`)
}

/** How the network stands to a payment now. */
export function outcomeOfPayment(payment: Payment, payerName: string | null = null): Outcome {
  const { amount, currency, phone, paid_amount, hold, payment_token, qr_payload } = payment
  const told = outcomeOfWord(wordOfPayment(payment), {
    amount: paid_amount ?? amount,
    currency,
    payer: phone,
    payerName,
    hold,
  })
  if (told.kind !== 'pending' || payment_token === null || qr_payload === null) return told
  return { ...told, qr: { paymentToken: payment_token, payload: qr_payload } }
}

function wordOfPayment({ state, failure_reason }: Payment): string {
  if (state === 'waiting') return 'PENDING'
  if (state === 'paid') return 'COMPLETED'
  if (state === 'reversed') return 'REVERSED'
  return wordOfFailure(failure_reason ?? 'refused')
}

/** Why a payout failed, in the network's words. */
export const payoutFailureWords: ReadonlyMap<string, { reason: FailureReason; message: string }> = new Map([
  ['DECLINED', { reason: 'declined', message: 'The recipient declined it.' }],
  ['EXPIRED', { reason: 'expired', message: 'The recipient did not take it in time.' }],
  ['INVALID_NUMBER', { reason: 'invalid_number', message: 'Nobody has this number or account.' }],
  ['LIMIT_EXCEEDED', { reason: 'limit', message: 'The recipient may not receive that much.' }],
  ['REJECTED', { reason: 'refused', message: 'The network refused the payout.' }],
])

/** What the network says where it took nothing in: it does not know the address it was called from. */
export const addressWord = 'IP_NOT_ALLOWED'

/** A word that is not in the table is something we do not know, never a failure. */
export function outcomeOfPayoutWord(word: string, paid: { amount: bigint; currency: string }): Outcome {
  const providerStatus = word
  if (word === 'ACCEPTED') return { kind: 'pending', providerStatus }
  if (word === 'COMPLETED') return { kind: 'succeeded', providerStatus, paid }
  if (word === 'REVERSED') return { kind: 'reversed', providerStatus }
  const failure = payoutFailureWords.get(word)
  if (!failure) return { kind: 'unknown', because: `The network said ${word.slice(0, 50)}.`, answered: true }
  return { kind: 'failed', providerStatus, reason: failure.reason, providerMessage: failure.message }
}

/** The event that tells a word; there is none for what is still open or not known. */
export function eventOfPayoutWord(word: string): string | null {
  if (word === 'COMPLETED') return 'disbursement.success'
  if (word === 'REVERSED') return 'disbursement.reversed'
  return payoutFailureWords.has(word) ? 'disbursement.failed' : null
}

const wordOfState = { accepted: 'ACCEPTED', paid: 'COMPLETED', reversed: 'REVERSED' } as const

export function wordOfPayout({ state, reason }: Pick<Payout, 'state' | 'reason'>): string {
  return state === 'failed' ? wordOfFailure(reason ?? 'refused', payoutFailureWords) : wordOfState[state]
}

/** How the network stands to a payout now. */
export function outcomeOfPayout(payout: Payout): Outcome {
  const { amount, paid_amount, currency } = payout
  return outcomeOfPayoutWord(wordOfPayout(payout), { amount: paid_amount ?? amount, currency })
}
