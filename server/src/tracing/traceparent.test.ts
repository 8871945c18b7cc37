import assert from 'node:assert/strict'
import { test } from 'node:test'
import { traceOf } from './span.ts'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

test('a header is read and written as the recommendation says', () => {
  const context = { traceId, spanId, isKept: true }
  assert.deepEqual(readTraceparent(`00-${traceId}-${spanId}-01`), context)
  assert.equal(writeTraceparent(context), `00-${traceId}-${spanId}-01`)
  assert.equal(readTraceparent(`00-${traceId}-${spanId}-02`)?.isKept, false, 'another flag')
  assert.deepEqual(
    readTraceparent(`cc-${traceId}-${spanId}-01-later`),
    context,
    'a later version may have more',
  )
})

test('what is not one is none', () => {
  const bad = [
    undefined,
    ['a', 'b'],
    '',
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-01`.padEnd(300, '-'),
  ]
  for (const header of bad) assert.equal(readTraceparent(header), null, String(header))
})

test('an id and the reference that is made of it lead to one trace', () => {
  const id = '019a9d6e-2f3b-7c4d-8e5f-0123456789ab'
  assert.equal(traceOf(id), '019a9d6e2f3b7c4d8e5f0123456789ab')
  assert.equal(traceOf('COL019A9D6E2F3B7C4D8E5F0123456789AB'), traceOf(id))
  assert.equal(traceOf('a reference of theirs'), null)
})
