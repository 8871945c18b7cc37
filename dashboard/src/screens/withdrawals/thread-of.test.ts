import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WithdrawalStep } from '@malipo/sdk'
import { threadOf } from './thread-of.ts'

const step = (parts: Partial<WithdrawalStep>): WithdrawalStep => ({
  from: null,
  to: 'PENDING_ADMIN_APPROVAL',
  source: 'caller',
  note: null,
  at: '2026-05-05T11:05:00Z',
  ...parts,
})

test('questions and answers are found among the steps, and other notes are not', () => {
  const thread = threadOf([
    step({}),
    step({ from: 'PENDING_ADMIN_APPROVAL', to: 'INFO_REQUESTED', source: 'super_admin', note: 'Who is it?' }),
    step({ from: 'INFO_REQUESTED', source: 'merchant', note: 'My landlord' }),
    step({ from: 'PENDING_ADMIN_APPROVAL', to: 'REJECTED', source: 'super_admin', note: 'Not now' }),
    step({ from: 'INFO_REQUESTED', to: 'REJECTED', source: 'merchant', note: 'taken back' }),
  ])
  assert.deepEqual(
    thread.map(({ by, text }) => [by, text]),
    [
      ['them', 'Who is it?'],
      ['us', 'My landlord'],
    ],
  )
})
