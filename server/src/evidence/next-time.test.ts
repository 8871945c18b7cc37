import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextTime } from './look-again.ts'

const now = new Date('2026-11-15T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)

/** Until when somebody watches what is over. */
const watches = {
  'not at all': null,
  'until yesterday': later(-86_400_000),
  'until now': now,
  'a millisecond longer': later(1),
  'for a month': later(30 * 86_400_000),
}
const attempts = [1, 2, 3, 4, 5, 6, 7, 50]

/** When it is asked about again, in seconds, after so many attempts; – for never. The answer was clear, or it was not. */
const hours = (many: number) => many * 3_600
const watched = [1, 3, 6, 12, 24, 24, 24, 24].map(hours)
const hinted = [30, 120, 600, hours(1), hours(6), hours(24), '–', '–']
const never = attempts.map(() => '–')

const expected: Record<keyof typeof watches, { clear: unknown[]; unclear: unknown[] }> = {
  'not at all': { clear: never, unclear: hinted },
  'until yesterday': { clear: never, unclear: hinted },
  'until now': { clear: never, unclear: hinted },
  'a millisecond longer': { clear: watched, unclear: watched },
  'for a month': { clear: watched, unclear: watched },
}

test('whoever was asked about is asked about again when the table says, and in the end no more', () => {
  const secondsAfter = (until: Date | null, isClear: boolean) =>
    attempts.map((many) => {
      const next = nextTime({ watched_until: until, attempts: many }, isClear, now)
      return next === null ? '–' : (next.getTime() - now.getTime()) / 1_000
    })
  const planned = Object.entries(watches).map(([name, until]) => [
    name,
    { clear: secondsAfter(until, true), unclear: secondsAfter(until, false) },
  ])
  assert.deepEqual(Object.fromEntries(planned), expected)
})
