import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginningOf, dayAt, endOf, instantFrom } from './instant.ts'

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

test('a day is the whole day in Dar es Salaam', () => {
  assert.equal(beginningOf('2026-11-15')?.toISOString(), '2026-11-14T21:00:00.000Z')
  assert.equal(endOf('2026-11-15')?.toISOString(), '2026-11-15T21:00:00.000Z')
  assert.equal(endOf('2028-02-29')?.toISOString(), '2028-02-29T21:00:00.000Z')
  assert.equal(endOf('9999-12-30')?.toISOString(), '9999-12-30T21:00:00.000Z')
})

test('an instant is itself, whichever end it is', () => {
  const text = '2026-11-15T12:30:00+03:00'
  assert.deepEqual([beginningOf(text), endOf(text)], [instantFrom(text), instantFrom(text)])
})

test('what is neither a day nor an instant is nothing', () => {
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '20261115',
    '2026-11-15T',
    'today',
    '',
    '0001-01-01',
  ]) {
    assert.deepEqual([beginningOf(text), endOf(text)], [null, null], text)
  }
})

test('a day of Dar es Salaam begins three hours before that of UTC', () => {
  assert.equal(dayAt(new Date('2026-11-15T20:59:59.999Z')), '2026-11-15')
  assert.equal(dayAt(new Date('2026-11-15T21:00:00Z')), '2026-11-16')
  assert.equal(dayAt(new Date('2028-02-28T21:00:00Z')), '2028-02-29')
})
