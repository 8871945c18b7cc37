import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypes as told } from '@malipo/contract'
import { eventTypes, withBothSpellings } from './event-names.ts'
import { recipes } from './recipes.ts'
import { fieldsFor } from './trigger-event.ts'

test('the events are those of the interface, and each has its recipe', () => {
  assert.deepEqual(eventTypes, told)
  assert.deepEqual(Object.keys(recipes).sort(), [...told].sort())
})

test('either spelling of a success means both, and nothing else gains any', () => {
  assert.deepEqual(withBothSpellings(['collection.failed']), ['collection.failed'])
  assert.deepEqual(withBothSpellings(['collection.successful']), [
    'collection.successful',
    'collection.success',
  ])
})

test('a shop finds an order by the reference of every payment that is triggered', () => {
  for (const type of eventTypes.filter((one) => one.startsWith('collection.')))
    assert.equal(fieldsFor(type, {}).reference, 'triggered', type)
})

test('what decides the outcome cannot be said otherwise', () => {
  const fields = fieldsFor('collection.failed', { amount: '2500', reference: 'order-7' })
  assert.deepEqual([fields.amount, fields.reference, fields.simulate_status], ['2500', 'order-7', 'failed'])
  assert.throws(() => fieldsFor('collection.failed', { simulate_status: 'successful' }), {
    name: 'Misuse',
    message: /"simulate_status" cannot be said otherwise for collection\.failed\. These can: amount, /,
  })
  assert.throws(() => fieldsFor('disbursement.failed', { destination_identifier: '255700000101' }), {
    name: 'Misuse',
  })
})
