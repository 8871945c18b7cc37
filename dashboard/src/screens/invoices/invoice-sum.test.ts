import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noLine, readPercent, readQuantity, sumOf, sumOfLine } from './invoice-sum.ts'

const line = (quantity: string, price: string, tax = '') => ({ ...noLine, quantity, price, tax })

test('a line is worked out to the cent as the service does it', () => {
  assert.deepEqual(sumOfLine(line('2', '1,500')), { amount: 300_000n, tax: 0n })
  assert.deepEqual(sumOfLine(line('1.250', '0.02', '18')), { amount: 3n, tax: 1n }, 'half a cent goes up')
  assert.deepEqual(sumOfLine(line('0.001', '4.99')), { amount: 0n, tax: 0n })
  assert.deepEqual(sumOfLine(line('999999999', '9999999.99', '18'))?.amount, 999_999_998_000_000_001n)
  assert.deepEqual(sumOfLine(line('3', '0.33', '7.5')), { amount: 99n, tax: 7n })
})

test('what cannot be read yet counts nothing, and spoils nothing', () => {
  for (const bad of [
    line('', '5'),
    line('0', '5'),
    line('1.2345', '5'),
    line('1', ''),
    line('1', '5', '101'),
  ])
    assert.equal(sumOfLine(bad), null)
  assert.deepEqual(sumOf([line('2', '10', '18'), line('', ''), line('1', '0.10')]), {
    amount: 2_010n,
    tax: 360n,
  })
})

test('quantities and percentages are read as they are typed', () => {
  assert.deepEqual([readQuantity('1,5'), readPercent('7,5')], [undefined, undefined], 'not ten times as many')
  assert.deepEqual(['007', '1.5', '1,000', '-1'].map(readQuantity), ['7', '1.5', '1000', undefined])
  assert.deepEqual(['', '18', '100', '100.01', '5.555'].map(readPercent), [
    null,
    '18',
    '100',
    undefined,
    undefined,
  ])
})
