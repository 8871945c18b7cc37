import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minorFromText, textFromMinor } from './money.ts'

test('amounts of up to 13 and 2 digits are read exactly', () => {
  assert.equal(minorFromText('0.1'), 10n)
  assert.equal(minorFromText('1000'), 100_000n)
  assert.equal(minorFromText('9999999999999.99'), 999_999_999_999_999n)
  assert.equal(minorFromText('0.29'), 29n)
})

test('every other way of writing a number is refused', () => {
  for (const text of [
    '1e3',
    '1.005',
    '1e400',
    '-1',
    '+1',
    '01',
    '.5',
    '1.',
    '12345678901234',
    '',
    ' 1',
    '١',
    'NaN',
    '0x10',
  ]) {
    assert.equal(minorFromText(text), null, text)
  }
})

test('a JSON number that passed the check survives the trip through a double', () => {
  // 15 significant digits always survive, so the shortest text of the double is the text that was sent.
  let seed = 42n
  for (let round = 0; round < 20_000; round += 1) {
    seed = (seed * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
    const minor = seed % 10n ** 15n
    const text = textFromMinor(minor)
    assert.equal(minorFromText(String(Number(text))), minor, text)
  }
})

test('minor units are written with two places', () => {
  assert.equal(textFromMinor(5n), '0.05')
  assert.equal(textFromMinor(-123_456n), '-1234.56')
})
