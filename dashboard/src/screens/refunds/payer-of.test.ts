import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noWish } from '../withdrawals/wish.ts'
import { destinationOf, payerOf, problemsBack } from './payer-of.ts'

const toBank = {
  ...noWish,
  method: 'BANK_ACCOUNT',
  code: 'CRDB',
  account: '0152 8834',
  name: ' Asha ',
} as const

test('whoever scanned a code is not known, nor is a bill that names no number', () => {
  assert.equal(payerOf({ method: 'USSD_PUSH', customer_phone: '255712345678' }), 'known')
  assert.equal(payerOf({ method: 'PROVIDER_PESA_PUSH', customer_phone: '255990000000' }), 'known')
  assert.equal(payerOf({ method: 'STK_PUSH', customer_phone: '255990000000' }), 'without_network')
  assert.equal(payerOf({ method: 'BILL_PAY', customer_phone: null }), 'unknown')
  assert.equal(payerOf({ method: 'DYNAMIC_QR', customer_phone: '255712345678' }), 'unknown')
})

test('only what is not known is to be filled in', () => {
  assert.deepEqual(problemsBack(noWish, 'known'), ['amount'])
  assert.deepEqual(problemsBack(noWish, 'without_network'), ['code', 'amount'])
  assert.deepEqual(problemsBack(noWish, 'unknown'), ['code', 'phone', 'name', 'amount'])
  assert.deepEqual(problemsBack({ ...toBank, amount: '500' }, 'unknown'), [])
})

test('where it goes is said in the fields of a refund, and no more than is needed', () => {
  assert.deepEqual(destinationOf(toBank, 'known', 'CRDB Bank'), {})
  assert.deepEqual(destinationOf({ ...noWish, code: 'MPESA' }, 'without_network', ''), {
    destination_code: 'MPESA',
  })
  assert.deepEqual(destinationOf(noWish, 'unknown', ''), {})
  assert.deepEqual(destinationOf(toBank, 'unknown', 'CRDB Bank'), {
    destination_method: 'BANK_ACCOUNT',
    destination_code: 'CRDB',
    destination_identifier: '01528834',
    destination_name: 'Asha',
    bank_name: 'CRDB Bank',
  })
})
