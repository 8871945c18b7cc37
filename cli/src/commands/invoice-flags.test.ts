import assert from 'node:assert/strict'
import { test } from 'node:test'
import { item } from './invoice-flags.ts'

test('a line of an invoice is what it is for, how many, at which price, and its tax', () => {
  assert.deepEqual(item('Maize flour=2x3500+18%', item('Delivery=5000')), [
    { description: 'Delivery', quantity: '1', unit_price: '5000' },
    { description: 'Maize flour', quantity: '2', unit_price: '3500', tax_percent: '18' },
  ])
  assert.deepEqual(item('a=b = 1.5 x 20.50'), [{ description: 'a=b', quantity: '1.5', unit_price: '20.50' }])
  for (const bad of ['', 'Bread', '=5000', 'Bread=', 'Bread=2x', 'Bread=five', 'Bread=2x3500+18'])
    assert.throws(() => item(bad), /must be written as description=/, bad)
})
