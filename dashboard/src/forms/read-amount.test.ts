import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAmount } from './read-amount.ts'

test('amounts are read as people type them, digit by digit', () => {
  for (const [typed, read] of [
    ['25000', '25000'],
    [' 25,000 ', '25000'],
    ['25 000.50', '25000.50'],
    ['1,000,000', '1000000'],
    ['1\u00a0000\u202f000', '1000000'],
    ['0100', '100'],
    ['0.5', '0.5'],
    ['9999999999999.99', '9999999999999.99'],
  ] as const)
    assert.equal(readAmount(typed), read, typed)
})

test('what is no amount is none', () => {
  for (const typed of ['', '0', '0.00', '-5', '1.234', '12345678901234', '1e3', 'TSh 5', '.5', '5.'])
    assert.equal(readAmount(typed), undefined, typed)
})

test('a comma that parts no thousands is not passed over: the amount would be a hundred times as large', () => {
  for (const typed of [
    '10,50',
    '25000,50',
    '1,5',
    '1.000,50',
    '1.000',
    '1,00',
    '1,0000',
    '10 50',
    '1,000 000',
    '1,,000',
    ',100',
    '1,000,',
  ])
    assert.equal(readAmount(typed), undefined, typed)
})
