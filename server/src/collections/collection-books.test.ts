import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionStatuses } from '@malipo/contract'
import { sumsOf, tellPosting } from '../../test/tell-posting.ts'
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

const credit = 'credit: collection credit 1000, selcom -1000, available +1000, repays'
const release = 'credit: clearance_release credit 1000, held -1000, available +1000, repays'
const fee = 'fee: collection_fee debit 30, available -30, fees +30, owes'

/** What each step posts, and with a fee of 30. Whatever is not here moves nothing. */
const steps: Record<string, { free: string[]; charged: string[] }> = {
  'processing→successful': { free: [credit], charged: [credit, fee] },
  'failed→successful': { free: [credit], charged: [credit, fee] },
  'processing→pending_clearance': same('hold: clearance_hold credit 1000, selcom -1000, held +1000'),
  'pending_clearance→successful': { free: [release], charged: [release, fee] },
  'pending_clearance→failed': same('release: clearance_return debit 1000, held -1000, selcom +1000'),
  'successful→reversed': {
    free: ['reversal: collection_reversal debit 1000, available -1000, selcom +1000, owes'],
    charged: [
      'fee back: collection_fee credit 30, fees -30, available +30, repays',
      'reversal: collection_reversal debit 1000, available -1000, selcom +1000, owes',
    ],
  },
}

function same(...postings: string[]) {
  return { free: postings, charged: postings }
}

const told = (posting: Posting) => `${posting.cause.replace('collection c1 ', '')}: ${tellPosting(posting)}`

test('each step between two states posts what the table says', () => {
  for (const from of collectionStatuses) {
    for (const to of collectionStatuses) {
      const free = postingsOf(collection, from, to, 0n).map(told)
      assert.deepEqual(free, steps[`${from}→${to}`]?.free ?? [], `${from}→${to}`)
    }
  }
})

test('a fee is taken right after the credit, and given back right before the reversal', () => {
  for (const from of collectionStatuses) {
    for (const to of collectionStatuses) {
      const charged = steps[`${from}→${to}`]?.charged
      // No other step exists, so that nobody asks what it would post.
      if (charged === undefined) continue
      assert.deepEqual(postingsOf(collection, from, to, 30n).map(told), charged, `${from}→${to}`)
    }
  }
})

test('the legs of each posting sum to zero, and what the merchant sees of it is what it changes', () => {
  for (const from of collectionStatuses) {
    for (const to of collectionStatuses) {
      for (const posting of postingsOf(collection, from, to, 30n)) {
        const { legs, available, row } = sumsOf(posting)
        const isSeen = !['clearance_hold', 'clearance_return'].includes(posting.type)
        assert.deepEqual([legs, available], [0n, isSeen ? row : 0n], `${from}→${to} ${posting.cause}`)
      }
    }
  }
})

test('a posting says whose it is, what for, and under a cause of its own', () => {
  const postings = postingsOf(collection, 'pending_clearance', 'successful', 30n)
  const causes = ['credit', 'fee'].map((cause) => `collection c1 ${cause}`)
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
        description: undefined,
      },
    )
  }
})
