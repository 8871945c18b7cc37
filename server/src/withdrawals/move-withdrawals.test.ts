import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepOf } from './move-withdrawals.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

const [earlier, approvedAt, sentAt, later] = ['09:59:58', '10:00:00', '10:00:01', '10:00:05'].map(
  (time) => new Date(`2026-11-17T${time}.000Z`),
) as [Date, Date, Date, Date]

const row = {
  id: 'w1',
  status: 'PROCESSING',
  moves: 2,
  updated_at: approvedAt,
  sent_at: sentAt,
} as WithdrawalRow

const paid = {
  withdrawal: row,
  to: 'SUCCESS',
  source: 'callback',
  byUser: null,
  providerStatus: 'PAID',
  note: null,
} as const

test('a step is told at its time, and never before what it follows, whatever the clock of a process says', () => {
  const times = [later, earlier, approvedAt].map((at) => stepOf(paid, at).after)
  assert.deepEqual(
    times.map(({ updated_at: updated, completed_at: completed }) => [updated, completed]),
    [
      [later, later],
      [sentAt, sentAt],
      [sentAt, sentAt],
    ],
  )
  const unsent = { ...paid, withdrawal: { ...row, sent_at: null } }
  assert.deepEqual(stepOf(unsent, earlier).after.updated_at, approvedAt)
})
