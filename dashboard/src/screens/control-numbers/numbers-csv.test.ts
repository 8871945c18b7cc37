import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ControlNumber } from '@malipo/sdk'
import { csvOfNumbers } from './numbers-csv.ts'

const numberOf = (part: Partial<ControlNumber>) =>
  ({
    ...{ id: 'an-id', number: '1048137756190', merchant_reference: null, description: null },
    ...{ amount: null, currency: 'TZS', expires_at: null },
    ...part,
  }) as ControlNumber

test('each number is a line under the names of its columns, and what is not there is empty', () => {
  assert.equal(
    csvOfNumbers([numberOf({ merchant_reference: 'order-1', amount: '25000.00' })]),
    'number,merchant_reference,description,amount,currency,expires_at,id\r\n' +
      '1048137756190,order-1,,25000.00,TZS,,an-id\r\n',
  )
})

test('what somebody wrote stays in its cell, and no spreadsheet runs it', () => {
  const lines = csvOfNumbers([numberOf({ description: 'a "b", c', merchant_reference: '=1+1' })])
  assert.match(lines, /1048137756190,'=1\+1,"a ""b"", c",,TZS,,an-id\r\n$/)
})
