import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MalipoConnectionError, MalipoError, OutcomeUnknownError } from './malipo-error.ts'
import type { CollectionState, CollectionStatus } from './sdk.ts'
import { waitForOutcome } from './wait-for-outcome.ts'

type Step = CollectionStatus | MalipoError

/** A collection that is read as the steps say, one after another; the last is for all reads that follow. */
function reading(...steps: Step[]) {
  let reads = 0
  return async () => {
    const step = steps[Math.min(reads++, steps.length - 1)]
    if (step instanceof MalipoError) throw step
    return { status: step } as CollectionState
  }
}

const cut = new MalipoConnectionError({ code: 'timeout', message: '' })

test('each final status is given back, and no other', async () => {
  const end: CollectionStatus[] = ['successful', 'failed', 'reversed']
  for (const status of end) assert.equal((await waitForOutcome(reading(status), 'id')).status, status)
  for (const status of ['created', 'processing', 'pending_clearance'] as const) {
    const waiting = waitForOutcome(reading(status), 'id', { timeoutMs: 20 })
    await assert.rejects(waiting, (error) => {
      assert(error instanceof OutcomeUnknownError)
      assert.equal(error.code, 'outcome_unknown')
      assert.deepEqual(error.collection, { status })
      assert.match(error.message, new RegExp(`It is ${status}, and may still be paid`))
      assert.doesNotMatch(error.message, /fail/)
      return true
    })
  }
})

test('it goes on reading until there is an outcome, over a line that is cut', async () => {
  const { status } = await waitForOutcome(reading('processing', cut, 'successful'), 'id')
  assert.equal(status, 'successful')
})

test('a service that is away or busy says nothing about the payment either', async () => {
  for (const [code, httpStatus] of [
    ['unavailable', 503],
    ['rate_limited', 429],
  ] as const) {
    const away = new MalipoError({ code, message: '', status: httpStatus, retryAfterMs: 10 })
    assert.equal((await waitForOutcome(reading(away, 'successful'), 'id')).status, 'successful')
    const waiting = waitForOutcome(reading('processing', away), 'id', { timeoutMs: 20 })
    await assert.rejects(waiting, OutcomeUnknownError)
  }
})

test('what could never be read is as unknown', async () => {
  const waiting = waitForOutcome(reading(cut), 'id', { timeoutMs: 20 })
  await assert.rejects(
    waiting,
    (error) => error instanceof OutcomeUnknownError && error.collection === undefined,
  )
})

test('a refusal is told at once, and an abort ends it', async () => {
  const missing = new MalipoError({ code: 'not_found', message: 'There is nothing here.', status: 404 })
  await assert.rejects(waitForOutcome(reading(missing), 'id'), missing)
  const signal = AbortSignal.timeout(20)
  await assert.rejects(waitForOutcome(reading('processing'), 'id', { signal }), { name: 'TimeoutError' })
})
