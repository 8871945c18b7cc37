import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { retryAfterOf } from './read-answer.ts'

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
