import type { DiscrepancyKind } from '../discrepancies/discrepancies.ts'
import { type Failure, failureOf } from '../primitives/failure.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { Cancelled, Outcome } from '../providers/providers.ts'
import { type Facts, factsOfMerchant, type Hit, judgePayment, type Rule } from '../risk/risk.ts'
import type { CollectionStatus, Source } from './collection-lifecycle.ts'
import type { CollectionRow } from './collection-row.ts'

/** What somebody says about a collection: a provider's word, or a decision of ours. */
export type Word =
  | Outcome
  /** Nobody can pay the order any more. */
  | Extract<Cancelled, { kind: 'cancelled' }>
  /** Its time ran out and the provider, who was asked, has no money for it. */
  | { kind: 'expired'; providerStatus: 'EXPIRED' }
  /** A way that somebody decided on, from the state that it was decided in. */
  | { kind: 'decided'; from: CollectionStatus; path: CollectionStatus[]; note: string | null }

/**
 * What somebody said about a collection: where it has several tries about one of them, the one that it shows if none is named. An event
 * that has a name acts once.
 */
export type Report = {
  collectionId: string
  tryId?: string
  source: Source
  word: Word
  eventId?: string
  /** Whether this is the provider's answer to the order itself, which nobody has sent before. */
  answersOrder?: boolean
}

export type Screening = {
  weScreen: boolean
  merchantPhone: string | null
  holdThreshold: bigint | null
  isMispaid: boolean
  /** Orders whose money is owed to whoever paid, because it came and nobody was owed it. */
  owedFor: ReadonlySet<string>
  /** Of a bill that has failed: whether its provider has said last that no money is there. */
  isCalledGone: boolean
  /** Those that look at money which has come, and what was read for them. */
  rules: readonly Rule[]
  facts: Facts
}

export type Verdict =
  | { kind: 'move'; path: CollectionStatus[]; note: string | null; hits?: readonly Hit[] }
  /** Nothing new: a repeat, or a word that decides nothing. */
  | { kind: 'ignore' }
  | { kind: 'discrepancy'; what: DiscrepancyKind; theirs: string }
  /** Said late, or once more: of what was taken back only the provider that is asked now tells which. */
  | { kind: 'doubt'; what: DiscrepancyKind; theirs: string }

const ignore: Verdict = { kind: 'ignore' }

/**
 * What a word means for a collection as it stands: a move, a repeat, or a contradiction that a person must settle.
 * Pure, so that every pair of state and word can be tried.
 */
export function judgeReport(collection: CollectionRow, word: Word, screening: Screening): Verdict {
  if (word.kind === 'decided') return { kind: 'move', path: word.path, note: word.note }
  if (word.kind === 'pending' || word.kind === 'unknown') return ignore
  if (word.kind === 'succeeded') return judgeSuccess(collection, word, screening)
  if (word.kind === 'failed') return judgeFailure(collection, word, screening)
  if (word.kind === 'reversed') return judgeReversal(collection, screening)
  // Nobody told us that it failed, so this contradicts nothing that came in between.
  const note = word.kind === 'cancelled' ? 'cancelled at the provider' : 'nobody paid in time'
  return collection.status === 'processing' ? { kind: 'move', path: ['failed'], note } : ignore
}

/** Why a collection failed, if this is the word that ended it so. */
export function failureIn(word: Word): Failure | null {
  if (word.kind === 'failed') return failureOf(word.reason, word.providerMessage)
  if (word.kind === 'expired' || word.kind === 'cancelled') return failureOf(word.kind)
  if (word.kind === 'decided') return failureOf('rejected', word.note)
  return word.kind === 'reversed' ? failureOf('refused', 'The provider took the money back.') : null
}

type Success = Extract<Outcome, { kind: 'succeeded' }>

function judgeSuccess(collection: CollectionRow, success: Success, screening: Screening): Verdict {
  const { paid } = success
  if (paid && paid.currency !== collection.currency) return contradiction('other_currency', success)
  if (paid && paid.amount !== collection.amount) return contradiction('other_amount', success)
  // Nobody had picked a way to pay, so that nobody was asked for it, also if the page has ended since.
  if (collection.status === 'created' || collection.method === null)
    return contradiction('success_before_request', success)
  if (isRefusedBill(collection)) return judgeBillAgain(collection, screening)
  if (collection.status === 'failed') return contradiction('success_after_failure', success)
  if (collection.status === 'reversed') return { kind: 'doubt', what: 'missing_here', theirs: 'paid' }
  if (collection.status !== 'processing') return ignore
  const { note, hits } = reasonToHold(collection, success, screening)
  const path: CollectionStatus[] = [note === null ? 'successful' : 'pending_clearance']
  return { kind: 'move', path, note, ...(hits.length > 0 && { hits }) }
}

/** A bill fails when its money is not the merchant's, and it never is after that: somebody else may have paid the number meanwhile. */
export function isRefusedBill({ status, method }: Pick<CollectionRow, 'status' | 'method'>): boolean {
  return status === 'failed' && method === 'BILL_PAY'
}

/** That money came which is owed to whoever paid is nothing new, unless its provider has said since that it is gone. */
function judgeBillAgain(
  { provider_reference: reference, currency, amount }: CollectionRow,
  { owedFor, isCalledGone }: Screening,
): Verdict {
  if (owedFor.has(reference) && !isCalledGone) return ignore
  const theirs = `successful ${currency} ${textFromMinor(amount)}`
  return { kind: 'discrepancy', what: 'bill_refused', theirs }
}

/** What merchants read of all that operators look for. */
const heldForReview = 'held_for_review'

type Reason = { note: string | null; hits: readonly Hit[] }

/**
 * Why a person should look first: a rule wanted it when the payment was asked for, or wants it now that the money is there. What comes
 * with the service, that a merchant pays itself or gets more than usual, is left to providers that look for it themselves.
 */
function reasonToHold(collection: CollectionRow, { hold, payer }: Success, screening: Screening): Reason {
  if (hold !== undefined) return { note: `held by the provider: ${hold}`, hits: [] }
  const { weScreen, merchantPhone, holdThreshold, rules, facts } = screening
  const person = payer ?? collection.customer_phone
  const known = {
    ...facts,
    amount: collection.amount,
    ...factsOfMerchant(person, merchantPhone, holdThreshold),
  }
  const { hits } = judgePayment(
    rules.filter(({ ships }) => weScreen || ships === null),
    known,
  )
  if (collection.review_hit !== null) return { note: heldForReview, hits }
  // Money that has come is held, whatever a rule would have done before.
  const holding = hits.find(({ outcome }) => outcome === 'held' || outcome === 'blocked')
  if (!holding) return { note: null, hits }
  return { note: holding.rule.ships === null ? heldForReview : holding.rule.name, hits }
}

type Failed = Extract<Outcome, { kind: 'failed' }>

function judgeFailure(
  { status, provider_reference: reference }: CollectionRow,
  failure: Failed,
  { owedFor }: Screening,
): Verdict {
  if (status === 'processing' || status === 'pending_clearance') {
    return { kind: 'move', path: ['failed'], note: `${failure.reason}: ${failure.providerMessage}` }
  }
  if (status === 'successful') {
    return { kind: 'discrepancy', what: 'failure_after_success', theirs: 'failed' }
  }
  // What is said never to have come is owed to nobody.
  return owedFor.has(reference)
    ? { kind: 'discrepancy', what: 'reversal_after_failure', theirs: 'failed' }
    : ignore
}

/**
 * What was refunded and is reversed besides goes back twice: a person decides. A reversal that overtakes the news of success brings both, in
 * their order; but money of another amount was never the
 * payment that was ordered, and when it goes back, that payment has failed.
 */
function judgeReversal(
  { status, refunded, provider_reference: reference }: CollectionRow,
  { isMispaid, owedFor }: Screening,
): Verdict {
  if (status === 'processing' && isMispaid) {
    return {
      kind: 'move',
      path: ['failed'],
      note: 'paid otherwise than ordered, and reversed by the provider',
    }
  }
  if (status === 'processing') return { kind: 'move', path: ['successful', 'reversed'], note: null }
  if (status === 'successful' && (refunded ?? 0n) > 0n) {
    return { kind: 'discrepancy', what: 'reversal_after_refund', theirs: 'reversed' }
  }
  if (status === 'successful') return { kind: 'move', path: ['reversed'], note: null }
  if (status === 'pending_clearance') {
    return { kind: 'move', path: ['failed'], note: 'reversed by the provider while it was held' }
  }
  // What was taken back and came once more is owed to its payer, unless that is taken back too.
  const isOwed = status === 'reversed' && owedFor.has(reference)
  if (status === 'failed' || isOwed)
    return { kind: 'discrepancy', what: 'reversal_after_failure', theirs: 'reversed' }
  return ignore
}

/** In words that do not depend on how it was told, so that the same contradiction is always one. */
function contradiction(what: DiscrepancyKind, { paid }: Success): Verdict {
  const isMispaid = paid && (what === 'other_amount' || what === 'other_currency')
  const theirs = isMispaid ? `successful ${paid.currency} ${textFromMinor(paid.amount)}` : 'successful'
  return { kind: 'discrepancy', what, theirs }
}
