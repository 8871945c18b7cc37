import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CollectionDossier, Discrepancy } from '@malipo/sdk'
import { askedBy, askedOf, askedToSettle, readPlace } from './where-back.ts'

test('it is asked where to only as far as the payer is not known', () => {
  const phone = '255712345678'
  assert.equal(askedOf({ method: 'USSD_PUSH', phone }), 'nothing')
  assert.equal(askedOf({ method: 'USSD_PUSH', phone: '255612345678' }), 'nothing')
  assert.equal(askedOf({ method: 'USSD_PUSH', phone: '254712345678' }), 'network')
  assert.equal(askedOf({ method: 'PROVIDER_PESA_PUSH', phone: '254712345678' }), 'nothing')
  assert.equal(askedOf({ method: 'DYNAMIC_QR', phone }), 'place')
  assert.equal(askedOf({ method: 'USSD_PUSH', phone: null }), 'place')
  assert.equal(askedOf({ method: null, phone }), 'place')
})

test('of several tries it is the one that the provider speaks of', () => {
  const payment = {
    ...{ provider_reference: 'LAST', method: 'DYNAMIC_QR', customer_phone: '255712345678' },
    tries: [
      { number: 1, provider_reference: 'FIRST', method: 'USSD_PUSH', customer_phone: '255712345678' },
      { number: 2, provider_reference: 'CODE', method: 'USSD_PUSH', customer_phone: null },
    ],
  } as unknown as CollectionDossier
  const asked = (reference: string | null) => askedToSettle({ reference } as Discrepancy, payment)
  assert.deepEqual(['LAST', null, 'FIRST', 'CODE', 'NOBODYS'].map(asked), [
    'place',
    'place',
    'nothing',
    'place',
    'nothing',
  ])
  assert.equal(askedToSettle({ reference: 'LAST' } as Discrepancy, undefined), 'nothing')
})

test('what the service lacks is asked for, whatever was known before', () => {
  assert.equal(askedBy({}), 'nothing')
  assert.equal(askedBy({ note: 'x' }), 'nothing')
  assert.equal(askedBy({ destination_code: 'x' }), 'network')
  assert.equal(askedBy({ destination_code: 'x', destination_identifier: 'x' }), 'place')
})

test('what nobody has written is not sent', () => {
  const read = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return readPlace(form)
  }
  assert.deepEqual(read({ destination_method: 'MOBILE_MONEY', destination_code: '' }), {})
  assert.deepEqual(
    read({
      ...{ destination_method: 'BANK_ACCOUNT', destination_code: 'CRDB', bank_name: 'CRDB Bank' },
      ...{ destination_identifier: ' 0150 123 456 ', destination_name: ' Asha Juma ' },
    }),
    {
      ...{ destination_method: 'BANK_ACCOUNT', destination_code: 'CRDB', bank_name: 'CRDB Bank' },
      ...{ destination_identifier: '0150123456', destination_name: 'Asha Juma' },
    },
  )
  assert.deepEqual(read({ destination_code: 'MPESA' }), { destination_code: 'MPESA' })
})
