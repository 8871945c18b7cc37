import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metadataPattern, readMetadata } from './read-metadata.ts'

test('pairs are read as people write them', () => {
  assert.deepEqual(readMetadata('order_id=A-17'), { order_id: 'A-17' })
  assert.deepEqual(readMetadata(' order_id = A-17 '.replace(' =', '=')), { order_id: 'A-17' })
  assert.deepEqual(readMetadata('order_id=A-17, branch=Kariakoo;shift=2'), {
    order_id: 'A-17',
    branch: 'Kariakoo',
    shift: '2',
  })
})

test('a comma or an equals sign within a value stays in it', () => {
  assert.deepEqual(readMetadata('note=rice, beans, sum=a=b'), { note: 'rice, beans', sum: 'a=b' })
})

test('what names no key does not fit the field', () => {
  const fits = (text: string) => new RegExp(`^(?:${metadataPattern})$`, 'v').test(text)
  assert.ok(fits('order_id=A-17') && fits('a.b-c=x y'))
  for (const wrong of ['A-17', '=A-17', 'order id=A-17', 'order_id=']) assert.ok(!fits(wrong), wrong)
})
