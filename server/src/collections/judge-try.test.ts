import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noScreening, paid, shopsPhone } from '../../test/judging/words-by-state.ts'
import type { CollectionStatus } from './collection-lifecycle.ts'
import type { CollectionRow } from './collection-row.ts'
import type { Screening, Word } from './judge-report.ts'
import { judgeTry, type TryVerdict } from './judge-try.ts'
import type { PageTry, TryState } from './page-try.ts'

const [at, pageEnd] = [new Date('2026-06-01T12:00:00Z'), new Date('2026-06-02T00:00:00Z')]

const screening: Screening = { ...noScreening, weScreen: true, merchantPhone: shopsPhone }

const words = {
  pending: { kind: 'pending', providerStatus: 'WAITING' },
  unknown: { kind: 'unknown', because: 'a timeout' },
  succeeded: paid,
  more: { ...paid, paid: { amount: 100_001n, currency: 'TZS' } },
  held: { ...paid, hold: 'risk' },
  failed: { kind: 'failed', providerStatus: 'NO', reason: 'wrong_pin', providerMessage: 'no' },
  cancelled: { kind: 'cancelled', providerStatus: 'OFF' },
  expired: { kind: 'expired', providerStatus: 'EXPIRED' },
  reversed: { kind: 'reversed', providerStatus: 'BACK' },
} satisfies Record<string, Word>

type WordName = keyof typeof words

const tryOf = (number: number, state: TryState) =>
  ({ id: `try ${number}`, number, state, provider: 'own', customer_phone: '255754000001' }) as PageTry

/** The second of two tries, or the first of two, is spoken of, on a page in a state. */
type Situation = { status: CollectionStatus; spoken: TryState; other: TryState; isOver?: boolean }

function judged({ status, spoken, other, isOver = false }: Situation, word: Word, by = screening): string {
  const page_ends_at = isOver ? at : pageEnd
  const collection = {
    status,
    amount: 100_000n,
    currency: 'TZS',
    page_ends_at,
    review_hit: null,
  } as CollectionRow
  const [tried, beside] = [tryOf(1, spoken), tryOf(2, other)]
  return told(judgeTry({ collection, tries: [tried, beside], tried }, word, by, at))
}

/** What becomes of the collection, and after an arrow of the try. */
function told({ verdict, end }: TryVerdict): string {
  const ending = end === null ? '' : ` → ${end.state}${end.failure === null ? '' : ` (${end.failure.code})`}`
  if (verdict.kind === 'ignore') return `–${ending}`
  if (verdict.kind === 'discrepancy') return `${verdict.what}${ending}`
  if (verdict.kind === 'doubt') return `${verdict.what}?${ending}`
  return `${verdict.path.join(', ')}${ending}`
}

const idle = { pending: '–', unknown: '–' }
const open: Record<WordName, string> = {
  ...idle,
  succeeded: 'successful → paid',
  more: 'other_amount',
  held: 'pending_clearance → paid',
  failed: 'processing → failed (wrong_pin)',
  cancelled: 'processing → cancelled (cancelled)',
  expired: 'processing → failed (expired)',
  reversed: 'successful, reversed → paid',
}
const ended: Record<WordName, string> = {
  ...open,
  failed: '–',
  cancelled: '–',
  expired: '–',
  reversed: 'reversal_after_failure',
}
const besidePaid: Record<WordName, string> = {
  ...idle,
  succeeded: 'another_try_paid',
  more: 'other_amount',
  held: 'another_try_paid',
  failed: '–',
  cancelled: '–',
  expired: '–',
  reversed: 'reversal_after_failure',
}
const openBesidePaid: Record<WordName, string> = {
  ...besidePaid,
  failed: '– → failed (wrong_pin)',
  cancelled: '– → cancelled (cancelled)',
  expired: '– → failed (expired)',
  reversed: 'reversal_after_failure → failed (refused)',
}
const over: Record<WordName, string> = {
  ...idle,
  succeeded: 'success_after_failure',
  more: 'other_amount',
  held: 'success_after_failure',
  failed: '–',
  cancelled: '–',
  expired: '–',
  reversed: 'reversal_after_failure',
}

const table: [string, Situation, Record<WordName, string>][] = [
  ['an open try', { status: 'processing', spoken: 'open', other: 'failed' }, open],
  ['a try that failed', { status: 'processing', spoken: 'failed', other: 'open' }, ended],
  ['a try that was cancelled', { status: 'processing', spoken: 'cancelled', other: 'failed' }, ended],
  [
    'an open try of a page that is over',
    { status: 'processing', spoken: 'open', other: 'failed', isOver: true },
    {
      ...open,
      failed: 'failed → failed (wrong_pin)',
      cancelled: 'failed → cancelled (cancelled)',
      expired: 'failed → failed (expired)',
    },
  ],
  ...(['successful', 'pending_clearance', 'reversed'] as const).flatMap(
    (status): [string, Situation, Record<WordName, string>][] => [
      [`beside a paid one, ${status}`, { status, spoken: 'failed', other: 'paid' }, besidePaid],
      [`open beside a paid one, ${status}`, { status, spoken: 'open', other: 'paid' }, openBesidePaid],
    ],
  ),
  ['of what has failed', { status: 'failed', spoken: 'cancelled', other: 'failed' }, over],
  [
    'the one that paid',
    { status: 'successful', spoken: 'paid', other: 'failed' },
    {
      ...besidePaid,
      succeeded: '–',
      held: '–',
      failed: 'failure_after_success',
      reversed: 'reversed',
    },
  ],
  [
    'the one that is held',
    { status: 'pending_clearance', spoken: 'paid', other: 'failed' },
    {
      ...besidePaid,
      succeeded: '–',
      held: '–',
      failed: 'failed → failed (wrong_pin)',
      reversed: 'failed → failed (refused)',
    },
  ],
]

for (const [name, situation, expected] of table) {
  test(`every word about a try: ${name}`, () => {
    const found = Object.entries(words).map(([word, said]) => [word, judged(situation, said)])
    assert.deepEqual(Object.fromEntries(found), expected)
  })
}

test('a try that was paid otherwise than ordered, and taken back, has failed', () => {
  const situation: Situation = { status: 'processing', spoken: 'open', other: 'failed' }
  assert.equal(
    judged(situation, words.reversed, { ...screening, isMispaid: true }),
    'processing → failed (refused)',
  )
})

test('whom the prompt of the try asked is who pays, where the provider does not say', () => {
  const situation: Situation = { status: 'processing', spoken: 'open', other: 'failed' }
  const byItself = { ...screening, merchantPhone: '255754000001' }
  assert.equal(judged(situation, words.succeeded, byItself), 'pending_clearance → paid')
})

test('a decision that it was paid makes the try the one that paid, and one that it was not ends it', () => {
  const decide = (from: CollectionStatus, to: CollectionStatus): Word => ({
    kind: 'decided',
    from,
    path: [to],
    note: null,
  })
  const late: Situation = { status: 'failed', spoken: 'failed', other: 'failed' }
  assert.equal(judged(late, decide('failed', 'successful')), 'successful → paid')
  const held: Situation = { status: 'pending_clearance', spoken: 'paid', other: 'failed' }
  assert.equal(judged(held, decide('pending_clearance', 'failed')), 'failed → failed (rejected)')
  const mispaid: Situation = { status: 'processing', spoken: 'open', other: 'failed' }
  assert.equal(judged(mispaid, decide('processing', 'failed')), 'failed → failed (rejected)')
})
