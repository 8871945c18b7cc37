import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withdrawalStatuses } from '@malipo/contract'
import { sumsOf, tellPosting } from '../../test/tell-posting.ts'
import { postingsOf } from './withdrawal-books.ts'
import { type Source, sources, type WithdrawalStatus } from './withdrawal-lifecycle.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/** 1,000 for somebody, 30 charged for it, of which the provider keeps 12. */
const charged = {
  id: 'w1',
  merchant_id: 'm1',
  environment: 'live',
  currency: 'TZS',
  method: 'MOBILE_MONEY',
  destination_name: 'Asha Mrema',
  provider: 'selcom',
  provider_reference: 'MLW7',
  amount: 1_000n,
  total_charges: 30n,
  processor_charge: 12n,
  total_reserved: 1_030n,
} as WithdrawalRow

/** The provider keeps 12, and the merchant pays nothing of it. */
const absorbed = { ...charged, total_charges: 0n, total_reserved: 1_000n }

function post(row: WithdrawalRow, from: WithdrawalStatus, to: WithdrawalStatus, source: Source) {
  return postingsOf({ ...row, status: from, moves: 3 }, { ...row, status: to, moves: 4 }, source)
}

type Position = 'free' | 'reserved' | 'paid'

/** Where the money is in each state. */
const positions: Record<WithdrawalStatus, Position> = {
  PENDING_ADMIN_APPROVAL: 'free',
  INFO_REQUESTED: 'free',
  PROCESSING: 'reserved',
  NEEDS_RECONCILIATION: 'reserved',
  BLOCKED_IP_WHITELIST: 'reserved',
  NEEDS_ADMIN_ATTENTION: 'reserved',
  SUCCESS: 'paid',
  FAILED: 'free',
  REJECTED: 'free',
  REVERSED: 'free',
}

const setAside = 'withdrawal_reservation debit 1030, available -1030, reserved +1030'
const cameBack = 'withdrawal_reversal credit 1030, selcom payouts -1012, fees -18, available +1030, repays'

/** What each change of place posts, for a merchant who has 5,000 and owes nothing. */
const ways: Record<Position, Record<Position, string[]>> = {
  free: { free: [], reserved: [setAside], paid: [] },
  reserved: {
    free: ['withdrawal_release credit 1030, reserved -1030, available +1030, repays'],
    reserved: [],
    paid: [
      'withdrawal_release credit 1030, reserved -1030, available +1030',
      'withdrawal debit 1000, available -1000, selcom payouts +1012, fees -12',
      'withdrawal_fee debit 30, available -30, fees +30',
    ],
  },
  paid: { free: [cameBack], reserved: [], paid: [] },
}

/** Who approves sets aside what is there and no more; for anybody else, what is missing becomes a debt. */
const approving: readonly Source[] = ['super_admin', 'simulated_admin']

test('each step between two states posts what the table says, whoever makes it', () => {
  for (const from of withdrawalStatuses) {
    for (const to of withdrawalStatuses) {
      for (const source of sources) {
        const expected = ways[positions[from]][positions[to]].map((line) =>
          line === setAside && !approving.includes(source) ? `${line}, owes` : line,
        )
        assert.deepEqual(
          post(charged, from, to, source).map(tellPosting),
          expected,
          `${from}→${to} by ${source}`,
        )
      }
    }
  }
})

test('a charge that we absorb is booked without any fee too, when it is paid and when it comes back', () => {
  const told = (from: WithdrawalStatus, to: WithdrawalStatus) =>
    post(absorbed, from, to, 'look_up').map(tellPosting)
  assert.deepEqual(told('PROCESSING', 'SUCCESS'), [
    'withdrawal_release credit 1000, reserved -1000, available +1000',
    'withdrawal debit 1000, available -1000, selcom payouts +1012, fees -12',
  ])
  assert.deepEqual(told('SUCCESS', 'REVERSED'), [
    'withdrawal_reversal credit 1000, selcom payouts -1012, fees +12, available +1000, repays',
  ])
})

test('the legs of each posting sum to zero, and what the merchant sees of it is what it changes', () => {
  for (const row of [charged, absorbed]) {
    for (const from of withdrawalStatuses) {
      for (const to of withdrawalStatuses) {
        for (const source of sources) {
          for (const posting of post(row, from, to, source)) {
            const sums = sumsOf(posting)
            const told = `${from}→${to} by ${source}: ${posting.type}`
            assert.deepEqual([sums.legs, sums.available], [0n, sums.row], told)
          }
        }
      }
    }
  }
})

test('a posting says whose it is, what for, and under the number of its step', () => {
  const [, paid, fee] = post(charged, 'PROCESSING', 'SUCCESS', 'callback')
  assert.equal(paid?.cause, 'withdrawal w1 4 withdrawal')
  assert.equal(fee?.cause, 'withdrawal w1 4 withdrawal_fee')
  for (const posting of [paid, fee]) {
    assert.ok(posting)
    const { merchantId, environment, currency, withdrawalId, reference, description } = posting
    assert.deepEqual(
      { merchantId, environment, currency, withdrawalId, reference, description },
      {
        merchantId: 'm1',
        environment: 'live',
        currency: 'TZS',
        withdrawalId: 'w1',
        reference: 'MLW7',
        // A name could never be erased from there.
        description: undefined,
      },
    )
  }
})
