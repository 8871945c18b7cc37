import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionStatuses } from '@malipo/contract'
import {
  collection,
  expected,
  isHereBy,
  isHereIn,
  names,
  noScreening,
  othersPhone,
  paid,
  shopsPhone,
  type Told,
  told,
  type WordName,
  words,
} from '../../test/judging/words-by-state.ts'
import type { CollectionStatus } from './collection-lifecycle.ts'
import { judgeReport, type Word } from './judge-report.ts'

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

test('what is owed to its payer and then said to have failed, or to be taken back again, is owed to nobody, and nothing else changes by that', () => {
  for (const name of names) {
    for (const status of collectionStatuses) {
      const order = { ...collection(status), provider_reference: 'MLP1' }
      for (const owed of ['MLP1', 'MLP2']) {
        const verdict = judgeReport(order, words[name], { ...noScreening, owedFor: new Set([owed]) })
        const isGone =
          name === 'failed' ? expected.failed[status] === '–' : name === 'reversed' && status === 'reversed'
        const isNews = owed === 'MLP1' && isGone
        const wanted = isNews ? `reversal_after_failure: ${name}` : expected[name][status]
        assert.equal(told(verdict), wanted, `${name} while ${status}`)
      }
    }
  }
})

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
