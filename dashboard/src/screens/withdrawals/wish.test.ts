import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookUpOf, noWish, problemsWith, quoteOf, requestOf, type Wish } from './wish.ts'

const toPhone: Wish = { ...noWish, code: 'MPESA', phone: '0712 345 678', name: ' Asha ', amount: '10,000' }
const toBank: Wish = { ...noWish, method: 'BANK_ACCOUNT', code: 'CRDB', account: '0152 8834', amount: '5' }

test('what is missing is told in the order of the form, and only what the method needs', () => {
  assert.deepEqual(problemsWith(noWish), ['code', 'phone', 'name', 'amount'])
  assert.deepEqual(problemsWith({ ...noWish, method: 'PROVIDER_PESA' }), ['phone', 'name', 'amount'])
  assert.deepEqual(problemsWith({ ...toBank, account: 'x' }), ['account', 'name'])
  assert.deepEqual(problemsWith(toPhone), [])
  assert.deepEqual(problemsWith({ ...toPhone, phone: '071234567' }), ['phone'])
})

test('the cost is asked for as soon as it can be told, without a name', () => {
  assert.equal(quoteOf({ ...toPhone, amount: '' }), null)
  assert.deepEqual(quoteOf(toBank), {
    method: 'BANK_ACCOUNT',
    amount: '5',
    destination_code: 'CRDB',
    destination_identifier: '01528834',
  })
})

test('what is sent has nothing of another method, even where it was typed', () => {
  assert.deepEqual(requestOf({ ...toPhone, account: '0152' }, 'CRDB Bank'), {
    method: 'MOBILE_MONEY',
    amount: '10000',
    destination_code: 'MPESA',
    destination_name: 'Asha',
    destination_phone: '0712345678',
  })
  assert.deepEqual(
    requestOf({ ...toBank, name: 'Juma', phone: '0712345678', reference: 'rent' }, 'CRDB Bank'),
    {
      method: 'BANK_ACCOUNT',
      amount: '5',
      destination_code: 'CRDB',
      destination_name: 'Juma',
      bank_name: 'CRDB Bank',
      bank_account_number: '01528834',
      merchant_reference: 'rent',
    },
  )
})

test('what was learnt of a name goes along as long as it is about what stands in the form', () => {
  const wish = { ...noWish, code: 'MPESA', phone: '0712345678', name: 'Asha' }
  const told = { look_up_id: 'l1', outcome: 'found', registered_name: 'ASHA JUMA', match: 'close' } as const
  const known = { ...told, of: JSON.stringify(lookUpOf(wish)) }
  const idOf = (change: Partial<Wish>) => requestOf({ ...wish, known, ...change }, '').look_up_id
  assert.equal(idOf({ amount: '5000', reference: 'rent' }), 'l1')
  for (const change of [{ phone: '0712345679' }, { name: 'Juma' }, { code: 'HALOPESA' }, { code: '' }])
    assert.equal(idOf(change), undefined)
  assert.equal(lookUpOf({ ...wish, name: ' ' }), null)
})
