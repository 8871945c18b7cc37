import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answer, resultOf, retryAfterOf, takeChunk, textOf } from './read-answer.ts'

const now = () => new Date('2026-01-05T10:00:00Z')

describe('how long a receiver asks us to wait', () => {
  const table: [header: string | string[] | undefined, ms: number | null][] = [
    [undefined, null],
    ['1', 1000],
    [' 120 ', 120_000],
    ['86400', 86_400_000],
    ['86401', 86_400_000],
    ['9999999999', 86_400_000],
    [['30', '60'], 30_000],
    ['Mon, 05 Jan 2026 10:01:30 GMT', 90_000],
    ['Monday, 05-Jan-26 10:01:30 GMT', 90_000],
    ['Mon, 05 Jan 2099 10:00:00 GMT', 86_400_000],
    ['0', null],
    ['-5', null],
    ['1.5', null],
    ['1e3', null],
    ['soon', null],
    ['', null],
    ['99999999999999999999', null],
    ['Mon, 05 Jan 2026 09:00:00 GMT', null],
    ['Mon, nonsense GMT', null],
    ['2026-01-05T10:01:30Z', null],
  ]
  for (const [header, ms] of table) {
    test(`${JSON.stringify(header)} is ${ms}`, () => assert.equal(retryAfterOf(header, now), ms))
  }
})

test('only 2xx is delivered, a redirect is followed nowhere, and 410 is the end', () => {
  assert.deepEqual([200, 204, 299, 300, 302, 399, 400, 404, 410, 500].map(resultOf), [
    ...['delivered', 'delivered', 'delivered', 'redirected', 'redirected', 'redirected'],
    ...['refused', 'refused', 'gone', 'refused'],
  ])
})

describe('the body of an answer', () => {
  const empty = (): Answer => ({ status: 200, retryAfterMs: null, chunks: [], bytes: 0 })

  test('is read to the end of 64 KB, and not further', () => {
    const answer = empty()
    assert.equal(takeChunk(answer, Buffer.alloc(65_536)), true)
    assert.equal(takeChunk(answer, Buffer.alloc(1)), false)
  })

  test('is kept up to 4 KB, whole letters only, as text that a database stores', () => {
    const answer = empty()
    takeChunk(answer, Buffer.from(`a\0${'\u00e9'.repeat(3_000)}`))
    const text = textOf(answer)
    assert.equal(text.slice(0, 3), 'a\ufffd\u00e9')
    assert.equal(text.length, 2 + (4_096 - 2) / 2)
  })
})
