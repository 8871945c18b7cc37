import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textFromMinor } from '../primitives/money.ts'
import { Refusal } from '../primitives/refusal.ts'
import { lineOf, totalsOf } from './invoice-totals.ts'

const item = (quantity: string, price: string, tax: string | null = null) => ({
  description: 'Sugar',
  quantity,
  unit_price: price,
  tax_percent: tax,
})

// Quantity, price, tax, and what they come to: worked out by hand.
const lines: [string, string, string | null, string, string][] = [
  ['1', '1000', null, '1000.00', '0.00'],
  ['1', '1000.00', '18', '1000.00', '180.00'],
  ['3', '0.33', null, '0.99', '0.00'],
  ['0.5', '0.01', null, '0.01', '0.00'],
  ['0.499', '0.01', null, '0.00', '0.00'],
  ['0.001', '0.01', '100', '0.00', '0.00'],
  ['1.005', '1.00', null, '1.01', '0.00'],
  ['1.004', '1.00', null, '1.00', '0.00'],
  ['2.675', '1.00', null, '2.68', '0.00'],
  ['1', '0.25', '18', '0.25', '0.05'],
  ['1', '0.24', '18', '0.24', '0.04'],
  ['1', '10.05', '10', '10.05', '1.01'],
  ['1', '1.00', '0', '1.00', '0.00'],
  ['1', '1.00', '100', '1.00', '1.00'],
  ['1', '33.33', '16.75', '33.33', '5.58'],
  // The tax is that of the rounded amount: half of 3 cents, where half of 2.5 would be a cent.
  ['0.5', '0.05', '50', '0.03', '0.02'],
  ['999999999.999', '1.00', null, '1000000000.00', '0.00'],
  ['1', '9999999999999.99', null, '9999999999999.99', '0.00'],
]

for (const [quantity, price, tax, amount, taxed] of lines) {
  test(`${quantity} at ${price} with ${tax ?? 'no'} % is ${amount} and ${taxed}`, () => {
    const line = lineOf(item(quantity, price, tax))
    assert.deepEqual([textFromMinor(line.amount), textFromMinor(line.tax)], [amount, taxed])
  })
}

test('an invoice is the sum of its rounded lines, not the rounded sum', () => {
  const third = item('0.333', '0.10', '18')
  assert.deepEqual(totalsOf([third, third, third]), { subtotal: 9n, tax: 3n, total: 12n })
})

test('a hundred of the largest lines are refused, and so is one cent too much', () => {
  const most = item('1', '9999999999999.99')
  assert.equal(totalsOf([most]).total, 999_999_999_999_999n)
  const cases = [
    [most, item('1', '0.01')],
    [item('1', '9999999999999.99', '0.01')],
    Array.from({ length: 100 }, () => item('999999999.999', '9999999999999.99', '100')),
  ]
  for (const items of cases) {
    assert.throws(
      () => totalsOf(items),
      (error) => error instanceof Refusal && error.status === 422,
    )
  }
})

test('what comes to nothing cannot be paid, and is refused', () => {
  assert.throws(() => totalsOf([item('0.001', '0.01')]), Refusal)
})
