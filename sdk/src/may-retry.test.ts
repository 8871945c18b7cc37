import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayRetry, readRetryAfter, usualPace, waitBeforeRetry } from './may-retry.ts'

test('what was turned away comes again; what nobody knows of only where it does no harm twice', () => {
  type Row = [what: string, failed: Parameters<typeof mayRetry>[0], repeatable: boolean, other: boolean]
  const rows: Row[] = [
    ['no answer', {}, true, false],
    ['too many', { status: 429, code: 'rate_limited' }, true, true],
    ['away', { status: 503, code: 'unavailable' }, true, false],
    ['a gateway in front', { status: 502 }, true, false],
    ['a gateway that waited', { status: 504 }, true, false],
    ['a bug of ours', { status: 500, code: 'internal_error' }, true, false],
    ['slow to arrive', { status: 408, code: 'request_timeout' }, true, false],
    ['the first is still running', { status: 409, code: 'idempotency_in_progress' }, true, false],
    ['the provider said nothing', { status: 502, code: 'provider_error' }, false, false],
    ['a key of another request', { status: 422, code: 'idempotency_key_reused' }, false, false],
    ['another conflict', { status: 409, code: 'invalid_state' }, false, false],
    ['not found', { status: 404, code: 'not_found' }, false, false],
    ['a redirect', { status: 302 }, false, false],
  ]
  for (const [what, failed, repeatable, other] of rows) {
    assert.equal(mayRetry(failed, true), repeatable, `${what}, repeatable`)
    assert.equal(mayRetry(failed, false), other, `${what}, not repeatable`)
  }
})

test('waits grow to a bound, and chance spreads them over all of it', () => {
  const longest = [1, 2, 3, 4, 5, 6, 20].map((attempts) => waitBeforeRetry({}, attempts, usualPace, () => 1))
  assert.deepEqual(longest, [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
  assert.equal(
    waitBeforeRetry({}, 3, usualPace, () => 0),
    0,
  )
})

test('Retry-After is waited for in full, and left to the caller where it is too long', () => {
  assert.equal(
    waitBeforeRetry({ retryAfterMs: 2_000 }, 1, usualPace, () => 0),
    2_000,
  )
  assert.equal(
    waitBeforeRetry({ retryAfterMs: 2_000 }, 1, usualPace, () => 1),
    2_500,
  )
  assert.equal(waitBeforeRetry({ retryAfterMs: 30_001 }, 1, usualPace), undefined)
})

test('Retry-After is read as seconds and as a date', () => {
  const nowMs = Date.parse('2026-11-16T12:00:00Z')
  assert.equal(readRetryAfter('2', nowMs), 2_000)
  assert.equal(readRetryAfter('Mon, 16 Nov 2026 12:00:05 GMT', nowMs), 5_000)
  assert.equal(readRetryAfter('Mon, 16 Nov 2026 11:00:00 GMT', nowMs), 0)
  for (const nothing of [null, '', 'soon']) assert.equal(readRetryAfter(nothing, nowMs), undefined)
})
