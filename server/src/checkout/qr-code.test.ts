import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepLatest, paintCode } from './qr-code.ts'

test('however many ask for a code, it is painted once', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => paintCode('a code')))
  assert.equal(first?.subarray(1, 4).toString(), 'PNG')
  for (const picture of [...others, await paintCode('a code')]) assert.equal(picture, first)
  assert.notEqual(await paintCode('another code'), first)
})

test('only so many pictures are kept, those that were asked for last, and no failures', async () => {
  const painted: string[] = []
  const paint = keepLatest(async (payload) => {
    painted.push(payload)
    if (payload === 'bad') throw new Error('too long')
    return Buffer.from(payload)
  }, 2)
  for (const payload of ['a', 'b', 'a', 'c', 'a', 'b']) assert.equal(String(await paint(payload)), payload)
  assert.deepEqual(painted, ['a', 'b', 'c', 'b'])
  for (const _ of [1, 2]) await assert.rejects(paint('bad'), /too long/)
  assert.deepEqual(painted.slice(4), ['bad', 'bad'])
})
