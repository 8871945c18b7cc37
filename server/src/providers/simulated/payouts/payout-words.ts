import type { FailureReason, Outcome } from '../../provider.ts'
import type { Payout } from './payout.ts'

/** Why a payout failed, in the network's words. */
export const payoutFailureWords: ReadonlyMap<string, { reason: FailureReason; message: string }> = new Map([
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
  if (!failure) return { kind: 'unknown', because: `The network said ${word.slice(0, 50)}.` }
  return { kind: 'failed', providerStatus, reason: failure.reason, providerMessage: failure.message }
}

/** The event that tells a word; there is none for what is still open or not known. */
export function eventOfPayoutWord(word: string): string | null {
  if (word === 'COMPLETED') return 'disbursement.success'
  if (word === 'REVERSED') return 'disbursement.reversed'
  return payoutFailureWords.has(word) ? 'disbursement.failed' : null
}

const wordOfState = {
  accepted: 'ACCEPTED',
  paid: 'COMPLETED',
  failed: 'REJECTED',
  reversed: 'REVERSED',
} as const

export function wordOfPayout({ state }: Pick<Payout, 'state'>): string {
  return wordOfState[state]
}

/** How the network stands to a payout now. */
export function outcomeOfPayout(payout: Payout): Outcome {
  const { amount, paid_amount, currency } = payout
  return outcomeOfPayoutWord(wordOfPayout(payout), { amount: paid_amount ?? amount, currency })
}
