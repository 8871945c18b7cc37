import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountText, instant, pair, said, wholeNumber } from './flags.ts'

test('amounts are digits, above nothing, with two places at most', () => {
  for (const good of ['1', '1000', '0.01', '9999999999999.99']) assert.equal(amountText(good), good)
  for (const bad of ['0', '0.00', '', '-1', '1e3', '1,000', '1.234', '12345678901234'])
    assert.throws(() => amountText(bad), /must be an amount/, bad)
})

test('an instant is said in full, or as how long ago', () => {
  const read = instant(() => new Date('2026-11-16T12:00:00Z'))
  assert.equal(read('90s').toISOString(), '2026-11-16T11:58:30.000Z')
  assert.equal(read('2h').toISOString(), '2026-11-16T10:00:00.000Z')
  assert.equal(read('1d').toISOString(), '2026-11-15T12:00:00.000Z')
  assert.equal(read('2026-11-15T12:30:00+03:00').toISOString(), '2026-11-15T09:30:00.000Z')
  for (const bad of ['', 'yesterday', '2h30m', '2026-11-15', '2026-11-15T12:30:00', '2026-13-15T12:30:00Z'])
    assert.throws(() => read(bad), /must be like 10m/, bad)
})

test('pairs are cut at the first sign, and gathered', () => {
  assert.deepEqual(pair('b=c=d', pair('a=', {})), { a: '', b: 'c=d' })
  for (const bad of ['a', '=a', '']) assert.throws(() => pair(bad), /field=value/)
})

test('whole numbers stay within their bounds', () => {
  const read = wholeNumber(1, 100)
  assert.deepEqual([read('1'), read('100')], [1, 100])
  for (const bad of ['0', '101', '1.5', 'x', '', '-1', '1e1']) assert.throws(() => read(bad), /from 1 to 100/)
})

test('what was not said is left out', () => {
  assert.deepEqual(said({ a: undefined, b: null, c: 0 }), { b: null, c: 0 })
})
