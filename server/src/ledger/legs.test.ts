import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumsOf, tellPosting } from '../../test/tell-posting.ts'
import type { Posting } from './account.ts'
import * as ledger from './legs.ts'

const book = { merchantId: 'm', environment: 'live', currency: 'TZS', cause: 'test' } as const

type Effect = Pick<Posting, 'legs' | 'debt'>

function told(direction: Posting['direction'], amount: bigint, effect: Effect): string {
  return tellPosting({ ...book, type: 'deposit', direction, amount, ...effect })
}

/** What changes what is available, as a row of that amount. */
const rows: [string, Posting['direction'], bigint, Effect][] = [
  ['selcom -100, available +100, repays', 'credit', 100n, ledger.moneyIn('selcom', 100n)],
  ['available -100, selcom +100, owes', 'debit', 100n, ledger.moneyBack('selcom', 100n)],
  ['held -100, available +100, repays', 'credit', 100n, ledger.releaseHold(100n)],
  ['deposits -100, available +100, repays', 'credit', 100n, ledger.depositLegs(100n)],
  ['available -100, reserved +100', 'debit', 100n, ledger.reserve(100n)],
  ['available -100, reserved +100, owes', 'debit', 100n, ledger.reserveWithDebt(100n)],
  ['reserved -100, available +100, repays', 'credit', 100n, ledger.releaseReserve(100n)],
  ['reserved -100, available +100', 'credit', 100n, ledger.releaseToPay(100n)],
  ['available -100, selcom payouts +100', 'debit', 100n, ledger.payOutLegs({ payouts: 'selcom' }, 100n, 0n)],
  [
    'available -100, selcom payouts +107, fees -7',
    'debit',
    100n,
    ledger.payOutLegs({ payouts: 'selcom' }, 100n, 7n),
  ],
  ['available -10, fees +10', 'debit', 10n, ledger.payOutFeeLegs(10n)],
  [
    'selcom payouts -107, fees -3, available +110, repays',
    'credit',
    110n,
    ledger.payOutBack({ payouts: 'selcom' }, 100n, 10n, 7n),
  ],
  [
    'selcom payouts -107, fees +7, available +100, repays',
    'credit',
    100n,
    ledger.payOutBack({ payouts: 'selcom' }, 100n, 0n, 7n),
  ],
  ['available -10, fees +10, owes', 'debit', 10n, ledger.feeLegs(10n)],
  ['fees -10, available +10, repays', 'credit', 10n, ledger.feeBack(10n)],
  ['receivable -40, available +40', 'credit', 40n, ledger.debtLegs(40n)],
  ['available -40, receivable +40', 'debit', 40n, ledger.repaymentLegs(40n)],
]

test('whatever is a row of a merchant balances, and changes what is available by its amount', () => {
  for (const [expected, direction, amount, effect] of rows) {
    assert.equal(told(direction, amount, effect), `deposit ${direction} ${amount}, ${expected}`)
    const { legs, available, row } = sumsOf({ ...book, type: 'deposit', direction, amount, ...effect })
    assert.deepEqual([legs, available], [0n, row], expected)
  }
})

test("what is held or is the operator's, and what goes back, is no row: nothing becomes available or stops being so", () => {
  const unseen = [ledger.hold, ledger.returnHold, ledger.floatIn, ledger.floatBack]
  for (const effect of unseen.map((move) => move('selcom', 100n))) {
    const { legs, available } = sumsOf({
      ...book,
      type: 'clearance_hold',
      direction: 'credit',
      amount: 100n,
      ...effect,
    })
    assert.deepEqual([legs, available, effect.debt], [0n, 0n, undefined])
  }
})

test('a float that is topped up owes the operator what it was sent', () => {
  const told = [ledger.floatIn('selcom', 100n), ledger.floatBack('selcom', 100n)].map((effect) =>
    tellPosting({ ...book, type: 'float_top_up', direction: 'credit', amount: 100n, ...effect }),
  )
  assert.deepEqual(told, [
    'float_top_up credit 100, selcom payouts -100, operator_funds +100',
    'float_top_up credit 100, operator_funds -100, selcom payouts +100',
  ])
})
