import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromMinor, toJsonNumber, toMinor } from './money.ts'

test('amounts become hundredths and come back as they are written', () => {
  const pairs: [string | number, bigint, string][] = [
    ['1000.00', 100000n, '1000.00'],
    ['1000.5', 100050n, '1000.50'],
    ['1000', 100000n, '1000.00'],
    ['0.01', 1n, '0.01'],
    ['0', 0n, '0.00'],
    ['-12.34', -1234n, '-12.34'],
    ['-0.05', -5n, '-0.05'],
    ['9999999999999.99', 999999999999999n, '9999999999999.99'],
    [0.29, 29n, '0.29'],
    [1.15, 115n, '1.15'],
    [9999999999999.99, 999999999999999n, '9999999999999.99'],
  ]
  for (const [amount, minor, written] of pairs) {
    assert.equal(toMinor(amount), minor)
    assert.equal(fromMinor(minor), written)
  }
})

test('what is no amount is refused, not rounded', () => {
  for (const wrong of [
    '',
    '1.234',
    '1,000',
    '1e3',
    ' 1',
    '.5',
    '1.',
    'NaN',
    0.1 + 0.2,
    1e21,
    Number.NaN,
    '99999999999999',
  ]) {
    assert.throws(() => toMinor(wrong), RangeError, String(wrong))
  }
})

test('every cent of the largest amounts goes through JSON as it is, as a number and as digits', () => {
  const most = 999_999_999_999_999n
  const samples = [0n, 1n, 99n, 100n, most, most - 1n]
  // A walk through all orders of magnitude, with digits that no short float has.
  for (let minor = 1n; minor < most; minor = minor * 3n + 7n) samples.push(minor, most - minor)
  for (const minor of samples) {
    const written = fromMinor(minor)
    const text = JSON.stringify({ amount: toJsonNumber(written) })
    assert.doesNotMatch(text, /e/i)
    const read: { amount: number } = JSON.parse(text)
    assert.equal(toMinor(read.amount), minor)
    assert.equal(toMinor(JSON.parse(`{"amount":${written}}`).amount), minor)
  }
})
