import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionStatuses, withdrawalStatuses } from '@malipo/contract'
import { tellCollection, tellWithdrawal } from './tell-sentence.ts'

const now = new Date('2026-11-15T12:00:00Z')
const due = new Date('2026-11-15T12:00:30Z')
const ends = new Date('2026-11-15T12:15:00Z')
const silentSince = new Date('2026-11-14T12:00:00Z')
const calm = { isChecked: false, isStuck: false }

type Collected = Parameters<typeof tellCollection>[0]
function collection(row: Partial<Collected>, besides = calm): string {
  const whole = {
    status: 'processing',
    attempts: 1,
    due_at: due,
    ends_at: null,
    page_ends_at: null,
    updated_at: now,
  }
  const {
    state,
    next,
    next_at: at,
  } = tellCollection({ ...whole, ...row } as Collected, {
    ...besides,
    silentSince,
  })
  return `${state}, ${next}${at === null ? '' : ` at ${at.slice(11, 19)}`}`
}

test('each state of a collection is one sentence, and only what is open has a time', () => {
  const told = collectionStatuses.map((status) => [status, collection({ status, page_ends_at: ends })])
  assert.deepEqual(Object.fromEntries(told), {
    created: 'waiting_for_choice, payer_chooses at 12:15:00',
    processing: 'waiting_for_payer, provider_is_asked at 12:00:30',
    pending_clearance: 'held, operator_decides',
    successful: 'paid, nothing',
    failed: 'failed, nothing',
    reversed: 'returned, nothing',
  })
})

test('what is open is told apart: not sent, between two tries, silent for a day, stuck', () => {
  assert.equal(collection({ attempts: 0 }), 'being_sent, order_is_sent at 12:00:30')
  assert.equal(collection({ ends_at: ends }), 'waiting_for_another_try, payer_tries_again at 12:15:00')
  assert.equal(
    collection({ updated_at: new Date(silentSince.getTime() - 1) }),
    'silent, provider_is_asked at 12:00:30',
  )
  assert.equal(collection({}, { ...calm, isStuck: true }), 'stuck, provider_is_asked at 12:00:30')
})

test('each state of a withdrawal is one sentence, and that somebody checks it stands beside', () => {
  const told = withdrawalStatuses.map((status) => {
    const { state, next, being_checked } = tellWithdrawal(
      { status, attempts: 1, due_at: null },
      { ...calm, isChecked: true },
    )
    assert.equal(being_checked, true)
    return [status, `${state}, ${next}`]
  })
  assert.deepEqual(Object.fromEntries(told), {
    PENDING_ADMIN_APPROVAL: 'waiting_for_approval, operator_decides',
    INFO_REQUESTED: 'waiting_for_answer, merchant_answers',
    PROCESSING: 'being_paid, provider_is_asked',
    SUCCESS: 'paid, nothing',
    FAILED: 'failed, nothing',
    REJECTED: 'rejected, nothing',
    NEEDS_ADMIN_ATTENTION: 'contradicted, operator_decides',
    NEEDS_RECONCILIATION: 'unclear, provider_is_asked',
    BLOCKED_IP_WHITELIST: 'blocked, operator_decides',
    REVERSED: 'returned, nothing',
  })
  const unsent = tellWithdrawal({ status: 'PROCESSING', attempts: 0, due_at: due }, calm)
  assert.deepEqual([unsent.state, unsent.next], ['waiting_to_be_sent', 'order_is_sent'])
})
