import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatInstant, formatMoney, formatPhone, formatTime, maskPhone } from './format.ts'

/** So that a table can be read: a no-break space is written as `_`. */
const seen = (text: string) => text.replaceAll('\u00a0', '_')

test('an amount is written with its groups, and with cents only where there are any', () => {
  const table: [minor: bigint, currency: string, text: string][] = [
    [1n, 'TZS', 'TSh_0.01'],
    [100n, 'TZS', 'TSh_1'],
    [99_900n, 'TZS', 'TSh_999'],
    [100_000n, 'TZS', 'TSh_1,000'],
    [2_500_000n, 'TZS', 'TSh_25,000'],
    [2_500_050n, 'TZS', 'TSh_25,000.50'],
    [999_999_999_999_999n, 'TZS', 'TSh_9,999,999,999,999.99'],
    [1_200n, 'USD', 'USD_12.00'],
    [123_456_700n, 'KES', 'KES_1,234,567.00'],
  ]
  for (const [minor, currency, text] of table) assert.equal(seen(formatMoney(minor, currency)), text)
})

test('a number is written as at home, and hides its middle once it is over', () => {
  const table: [phone: string, whole: string, masked: string][] = [
    ['255712345678', '0712_345_678', '0712_***_678'],
    ['255622000111', '0622_000_111', '0622_***_111'],
    ['254712345678', '+254712345678', '+254***678'],
    ['447911123456', '+447911123456', '+447***456'],
  ]
  for (const [phone, whole, masked] of table) {
    assert.deepEqual([seen(formatPhone(phone)), seen(maskPhone(phone))], [whole, masked])
  }
})

test('times are those of Dar es Salaam, in digits, also where its day is another than ours', () => {
  const table: [at: string, en: string, sw: string][] = [
    ['2026-05-05T11:05:59Z', '5 May 2026, 14:05', '5 Mei 2026, 14:05'],
    ['2026-12-31T21:00:00Z', '1 January 2027, 00:00', '1 Januari 2027, 00:00'],
    ['2026-08-01T20:59:59Z', '1 August 2026, 23:59', '1 Agosti 2026, 23:59'],
  ]
  for (const [at, en, sw] of table) {
    const instant = new Date(at)
    assert.deepEqual([formatInstant(instant, 'en'), formatInstant(instant, 'sw')], [en, sw])
  }
  assert.equal(formatTime(new Date('2026-05-05T06:07:00Z')), '09:07')
})
