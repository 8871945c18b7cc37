import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../test/test-database.ts'
import { systemClock } from '../primitives/clock.ts'
import { Refusal } from '../primitives/refusal.ts'
import { createPageFeed } from './page-feed.ts'

test('no address takes all places of those who listen, and whoever goes gives theirs back', async (t) => {
  const { sql, drop } = await createTestDatabase()
  t.after(drop)
  const limits = { mostPerPage: 2, mostPerAddress: 3, mostInAll: 4, pollMs: 60_000 }
  const feed = createPageFeed({ sql, clock: systemClock, onError: assert.ifError }, limits)
  const listen = (address: string, token: string) => {
    const leaving = new AbortController()
    try {
      feed.listen({ token, version: 'x', address, gone: leaving.signal })
    } catch (error) {
      assert.ok(error instanceof Refusal && error.code === 'rate_limited')
      return null
    }
    return leaving
  }
  const held = ['a', 'a', 'a', 'b', 'c', 'd'].map((token) => listen('many', token))
  assert.deepEqual(
    held.map((one) => one !== null),
    [true, true, false, true, false, false],
  )
  const other = listen('one', 'e')
  assert.ok(other, 'there is room for others')
  assert.equal(listen('two', 'f'), null, 'until all are taken')
  held[0]?.abort()
  assert.ok(listen('two', 'f'))
  await feed.stop()
})
