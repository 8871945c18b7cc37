import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionStatuses } from '@malipo/contract'
import { shippedRules } from '../risk/risk.ts'
import type { CollectionStatus } from './collection-lifecycle.ts'
import type { CollectionRow } from './collection-row.ts'
import { judgeReport, type Screening, type Verdict, type Word } from './judge-report.ts'

const [shopsPhone, othersPhone] = ['255712345678', '255754000001']

const collection = (status: CollectionStatus, customerPhone: string | null = othersPhone) =>
  ({
    status,
    amount: 100_000n,
    currency: 'TZS',
    customer_phone: customerPhone,
    review_hit: null,
  }) as CollectionRow

const noScreening: Screening = {
  weScreen: false,
  merchantPhone: null,
  holdThreshold: null,
  isMispaid: false,
  owedFor: new Set(),
  rules: shippedRules,
  facts: {},
}

const paid = { kind: 'succeeded', providerStatus: 'OK' } as const
const words = {
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

type WordName = keyof typeof words
type Told = '–' | `${string}: ${string}` | CollectionStatus | `${CollectionStatus}, ${CollectionStatus}`

/** Where it goes, with the note after a colon; for a contradiction its kind and what they say; – for nothing. */
function told(verdict: Verdict): string {
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
const expected: Record<WordName, Record<CollectionStatus, Told>> = {
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

const names = Object.keys(words) as WordName[]

test('each word means in each state what the table says', () => {
  for (const name of names) {
    for (const status of collectionStatuses) {
      const verdict = judgeReport(collection(status), words[name], noScreening)
      assert.equal(told(verdict), expected[name][status], `${name} while ${status}`)
    }
  }
})

test('what was paid otherwise than ordered and then goes back has failed, and nothing else changes by that', () => {
  for (const name of names) {
    for (const status of collectionStatuses) {
      const verdict = judgeReport(collection(status), words[name], { ...noScreening, isMispaid: true })
      const wanted =
        name === 'reversed' && status === 'processing'
          ? 'failed: paid otherwise than ordered, and reversed by the provider'
          : expected[name][status]
      assert.equal(told(verdict), wanted, `${name} while ${status}`)
    }
  }
})

test('what is owed to its payer and then said to have failed is owed to nobody, and nothing else changes by that', () => {
  for (const name of names) {
    for (const status of collectionStatuses) {
      const order = { ...collection(status), provider_reference: 'MLP1' }
      for (const owed of ['MLP1', 'MLP2']) {
        const verdict = judgeReport(order, words[name], { ...noScreening, owedFor: new Set([owed]) })
        const isOwed = owed === 'MLP1' && name === 'failed' && expected.failed[status] === '–'
        const wanted = isOwed ? 'reversal_after_failure: failed' : expected[name][status]
        assert.equal(told(verdict), wanted, `${name} while ${status}`)
      }
    }
  }
})

/** Told apart from the table: whether the money is here by a word of the provider, and by the books. */
const isHereBy: Partial<Record<Word['kind'], boolean>> = { succeeded: true, failed: false, reversed: false }
const isHereIn: Record<CollectionStatus, boolean> = {
  ...{ created: false, failed: false, reversed: false },
  ...{ processing: false, pending_clearance: true, successful: true },
}

test('no word that contradicts the books is passed over', () => {
  for (const name of names) {
    for (const status of collectionStatuses) {
      const isHere = isHereBy[words[name].kind]
      if (isHere === undefined || isHere === isHereIn[status]) continue
      const { kind } = judgeReport(collection(status), words[name], noScreening)
      assert.notEqual(kind, 'ignore', `${name} while ${status}`)
    }
  }
})

test('a decision leads where it says, with its note', () => {
  for (const from of collectionStatuses) {
    for (const to of collectionStatuses) {
      for (const note of ['seen on the statement', null]) {
        const word: Word = { kind: 'decided', from, path: [to], note }
        assert.deepEqual(judgeReport(collection(from), word, noScreening), { kind: 'move', path: [to], note })
      }
    }
  }
})

type Payer = { merchantPhone: string | null; payer?: string; customerPhone: string | null }

const payers = {
  'a shop without a phone': { merchantPhone: null, payer: shopsPhone, customerPhone: null },
  'nobody is known': { merchantPhone: shopsPhone, customerPhone: null },
  'a stranger': { merchantPhone: shopsPhone, payer: othersPhone, customerPhone: othersPhone },
  'a stranger for the shop': { merchantPhone: shopsPhone, payer: othersPhone, customerPhone: shopsPhone },
  'the shop for a stranger': { merchantPhone: shopsPhone, payer: shopsPhone, customerPhone: othersPhone },
  'the shop was asked': { merchantPhone: shopsPhone, customerPhone: shopsPhone },
} satisfies Record<string, Payer>

const thresholds = { none: null, below: 99_999n, equal: 100_000n, above: 100_001n }

const self = 'pending_clearance: self-payment'
const over = 'pending_clearance: over the hold threshold'
const free = { none: 'successful', below: over, equal: 'successful', above: 'successful' } as const
const suspect = { none: self, below: self, equal: self, above: self } as const

/** A payment of 1,000.00 that we screen ourselves, by who paid and by the threshold of the merchant. */
const screened: Record<keyof typeof payers, Record<keyof typeof thresholds, Told>> = {
  'a shop without a phone': free,
  'nobody is known': free,
  'a stranger': free,
  'a stranger for the shop': free,
  'the shop for a stranger': suspect,
  'the shop was asked': suspect,
}

const situations = (Object.keys(payers) as (keyof typeof payers)[]).flatMap((who) =>
  (Object.keys(thresholds) as (keyof typeof thresholds)[]).map((threshold) => {
    const { merchantPhone, customerPhone, ...payer }: Payer = payers[who]
    const screening = { ...noScreening, merchantPhone, holdThreshold: thresholds[threshold] }
    return { who, threshold, payer, customerPhone, screening }
  }),
)

test('money that we screen waits for a person when the shop pays itself, or when it is over the threshold', () => {
  for (const { who, threshold, payer, customerPhone, screening } of situations) {
    const row = collection('processing', customerPhone)
    const verdict = (weScreen: boolean, word: Word) =>
      told(judgeReport(row, word, { ...screening, weScreen }))
    assert.equal(verdict(true, { ...paid, ...payer }), screened[who][threshold], `${who}, ${threshold}`)
    assert.equal(verdict(false, { ...paid, ...payer }), 'successful', `${who}, ${threshold}, not screened`)
    for (const weScreen of [true, false]) {
      const held = verdict(weScreen, { ...paid, ...payer, hold: 'risk' })
      assert.equal(held, 'pending_clearance: held by the provider: risk', `${who}, ${threshold}`)
    }
  }
})

test('screening changes nothing but a success that is awaited', () => {
  const isAwaited = (name: WordName, status: CollectionStatus) =>
    status === 'processing' && ['succeeded', 'succeeded with what was ordered'].includes(name)
  for (const { customerPhone, screening } of situations) {
    for (const name of names) {
      for (const status of collectionStatuses) {
        if (isAwaited(name, status)) continue
        const row = collection(status, customerPhone)
        const verdict = judgeReport(row, words[name], { ...screening, weScreen: true })
        assert.equal(told(verdict), expected[name][status], `${name} while ${status}`)
      }
    }
  }
})

test('of a page that ended before anybody picked a way to pay, nobody was asked for money', () => {
  const unpicked = { ...collection('failed'), method: null }
  assert.equal(
    told(judgeReport(unpicked, words.succeeded, noScreening)),
    'success_before_request: successful',
  )
})
