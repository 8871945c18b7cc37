import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionStatuses } from '@malipo/contract'
import { booksWith, sumsOf, tellPosting } from '../../test/tell-posting.ts'
import type { Posting } from '../ledger/ledger.ts'
import { postingsOf } from './collection-books.ts'
import type { CollectionRow } from './collection-row.ts'

const collection = {
  id: 'c1',
  merchant_id: 'm1',
  environment: 'live',
  amount: 1_000n,
  currency: 'TZS',
  provider: 'selcom',
  reference: 'order 7',
  description: 'two chairs',
} as CollectionRow

const credit = 'credit: collection credit 1000, selcom -1000, available +1000'
const release = 'release: clearance_release debit 1000, held -1000, selcom +1000'
const fee = 'fee: collection_fee debit 30, available -30, fees +30'

/** What each step posts for a merchant who has enough, and with a fee of 30. Whatever is not here moves nothing. */
const steps: Record<string, { free: string[]; charged: string[] }> = {
  'processing→successful': { free: [credit], charged: [credit, fee] },
  'failed→successful': { free: [credit], charged: [credit, fee] },
  'processing→pending_clearance': same('hold: clearance_hold credit 1000, selcom -1000, held +1000'),
  'pending_clearance→successful': { free: [release, credit], charged: [release, credit, fee] },
  'pending_clearance→failed': same(release),
  'successful→reversed': {
    free: ['reversal: collection_reversal debit 1000, available -1000, selcom +1000'],
    charged: [
      'reversal: collection_reversal debit 1000, available -1000, selcom +1000',
      'fee back: collection_fee credit 30, fees -30, available +30',
    ],
  },
}

function same(...postings: string[]) {
  return { free: postings, charged: postings }
}

const told = (posting: Posting) =>
  `${posting.cause.replace('collection c1 ', '')}: ${tellPosting(posting, booksWith(5_000n, 0n))}`

test('each step between two states posts what the table says', () => {
  for (const from of collectionStatuses) {
    for (const to of collectionStatuses) {
      const free = postingsOf(collection, from, to, 0n).map(told)
      assert.deepEqual(free, steps[`${from}→${to}`]?.free ?? [], `${from}→${to}`)
    }
  }
})

test('a fee is taken right after the credit, and given back right after the reversal', () => {
  for (const from of collectionStatuses) {
    for (const to of collectionStatuses) {
      const charged = steps[`${from}→${to}`]?.charged
      // No other step exists, so that nobody asks what it would post.
      if (charged === undefined) continue
      assert.deepEqual(postingsOf(collection, from, to, 30n).map(told), charged, `${from}→${to}`)
    }
  }
})

test('whatever the merchant has or owes, the legs of each posting sum to zero', () => {
  for (const from of collectionStatuses) {
    for (const to of collectionStatuses) {
      for (const posting of postingsOf(collection, from, to, 30n)) {
        assert.deepEqual(sumsOf(posting), [0n], `${from}→${to} ${posting.cause}`)
      }
    }
  }
})

test('a posting says whose it is, what for, and under a cause of its own', () => {
  const postings = postingsOf(collection, 'pending_clearance', 'successful', 30n)
  const causes = ['release', 'credit', 'fee'].map((cause) => `collection c1 ${cause}`)
  assert.deepEqual(
    postings.map(({ cause }) => cause),
    causes,
  )
  for (const { merchantId, environment, currency, collectionId, reference, description } of postings) {
    assert.deepEqual(
      { merchantId, environment, currency, collectionId, reference, description },
      {
        merchantId: 'm1',
        environment: 'live',
        currency: 'TZS',
        collectionId: 'c1',
        reference: 'order 7',
        description: 'two chairs',
      },
    )
  }
})
