import type { CollectionStatus } from '../../src/collections/collection-lifecycle.ts'
import type { CollectionRow } from '../../src/collections/collection-row.ts'
import type { Screening, Verdict, Word } from '../../src/collections/judge-report.ts'
import { shippedRules } from '../../src/risk/risk.ts'

export const [shopsPhone, othersPhone] = ['255712345678', '255754000001']

export const collection = (status: CollectionStatus, customerPhone: string | null = othersPhone) =>
  ({
    status,
    amount: 100_000n,
    currency: 'TZS',
    customer_phone: customerPhone,
    review_hit: null,
  }) as CollectionRow

export const noScreening: Screening = {
  weScreen: false,
  merchantPhone: null,
  holdThreshold: null,
  isMispaid: false,
  owedFor: new Set(),
  isCalledGone: false,
  rules: shippedRules,
  facts: {},
}

export const paid = { kind: 'succeeded', providerStatus: 'OK' } as const
export const words = {
  pending: { kind: 'pending', providerStatus: 'WAITING' },
  unknown: { kind: 'unknown', because: 'a timeout' },
  succeeded: paid,
  'succeeded with what was ordered': { ...paid, paid: { amount: 100_000n, currency: 'TZS' } },
  'succeeded with less': { ...paid, paid: { amount: 99_999n, currency: 'TZS' } },
  'succeeded with more': { ...paid, paid: { amount: 100_001n, currency: 'TZS' } },
  'succeeded in other money': { ...paid, paid: { amount: 100_000n, currency: 'KES' } },
  'succeeded and held': { ...paid, hold: 'risk' },
  failed: { kind: 'failed', providerStatus: 'NO', reason: 'wrong_pin', providerMessage: 'Wrong PIN' },
  reversed: { kind: 'reversed', providerStatus: 'BACK' },
  expired: { kind: 'expired', providerStatus: 'EXPIRED' },
} satisfies Record<string, Word>

export type WordName = keyof typeof words
export type Told =
  | '–'
  | `${string}: ${string}`
  | CollectionStatus
  | `${CollectionStatus}, ${CollectionStatus}`

/** Where it goes, with the note after a colon; for a contradiction its kind and what they say; – for nothing. */
export function told(verdict: Verdict): string {
  if (verdict.kind === 'ignore') return '–'
  if (verdict.kind === 'discrepancy') return `${verdict.what}: ${verdict.theirs}`
  if (verdict.kind === 'doubt') return `${verdict.what}: ${verdict.theirs}?`
  return verdict.path.join(', ') + (verdict.note === null ? '' : `: ${verdict.note}`)
}

const nothing = {
  created: '–',
  processing: '–',
  pending_clearance: '–',
  successful: '–',
  failed: '–',
  reversed: '–',
} as const

const less = 'other_amount: successful TZS 999.99'
const more = 'other_amount: successful TZS 1000.01'
const other = 'other_currency: successful KES 1000.00'
const always = (what: Told) => ({
  created: what,
  processing: what,
  pending_clearance: what,
  successful: what,
  failed: what,
  reversed: what,
})
const success = {
  ...nothing,
  created: 'success_before_request: successful',
  processing: 'successful',
  failed: 'success_after_failure: successful',
  reversed: 'missing_here: paid?',
} as const

/** What each word means in each state, where nobody screens. */
export const expected: Record<WordName, Record<CollectionStatus, Told>> = {
  pending: nothing,
  unknown: nothing,
  succeeded: success,
  'succeeded with what was ordered': success,
  'succeeded with less': always(less),
  'succeeded with more': always(more),
  'succeeded in other money': always(other),
  'succeeded and held': { ...success, processing: 'pending_clearance: held by the provider: risk' },
  failed: {
    created: '–',
    processing: 'failed: wrong_pin: Wrong PIN',
    pending_clearance: 'failed: wrong_pin: Wrong PIN',
    successful: 'failure_after_success: failed',
    failed: '–',
    reversed: '–',
  },
  reversed: {
    created: '–',
    processing: 'successful, reversed',
    pending_clearance: 'failed: reversed by the provider while it was held',
    successful: 'reversed',
    failed: 'reversal_after_failure: reversed',
    reversed: '–',
  },
  expired: { ...nothing, processing: 'failed: nobody paid in time' },
}

export const names = Object.keys(words) as WordName[]

/** Told apart from the table: whether the money is here by a word of the provider, and by the books. */
export const isHereBy: Partial<Record<Word['kind'], boolean>> = {
  succeeded: true,
  failed: false,
  reversed: false,
}
export const isHereIn: Record<CollectionStatus, boolean> = {
  ...{ created: false, failed: false, reversed: false },
  ...{ processing: false, pending_clearance: true, successful: true },
}
