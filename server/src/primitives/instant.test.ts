import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantFrom } from './instant.ts'

test('an instant is read with Z or an offset', () => {
  assert.equal(instantFrom('2031-02-28T12:30:00Z')?.toISOString(), '2031-02-28T12:30:00.000Z')
  assert.equal(instantFrom('2028-02-29T12:30:00.250+03:00')?.toISOString(), '2028-02-29T09:30:00.250Z')
})

test('what no calendar holds is no instant', () => {
  for (const text of [
    '2031-02-29T00:00:00Z',
    '2031-13-01T00:00:00Z',
    '2031-06-30T23:59:60Z',
    '2031-01-01T24:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '0000-01-01T00:00:00Z',
    '2031-01-01T00:00:00',
    '2031-01-01',
    'tomorrow',
  ]) {
    assert.equal(instantFrom(text), null, text)
  }
})
