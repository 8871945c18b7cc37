import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withdrawalStatuses } from '@malipo/contract'
import { type Circumstances, mayDecide } from './may-decide.ts'

const free: Circumstances = { tie: null, hasApproved: false, isFit: true, available: 1_000n, isLast: true }
const told = (status: (typeof withdrawalStatuses)[number], besides: Partial<Circumstances> = {}) => {
  const { why, ...actions } = mayDecide({ status, total_reserved: 1_000n }, { ...free, ...besides })
  const open = Object.entries(actions).filter(([, isOpen]) => isOpen)
  return [open.map(([action]) => action).join(' '), why]
}

test('each state opens what its decisions are, and a decided one says so', () => {
  assert.deepEqual(Object.fromEntries(withdrawalStatuses.map((status) => [status, told(status)])), {
    PENDING_ADMIN_APPROVAL: ['approve ask reject', null],
    INFO_REQUESTED: ['approve reject', null],
    PROCESSING: ['', 'decided'],
    SUCCESS: ['', 'decided'],
    FAILED: ['', 'decided'],
    REJECTED: ['', 'decided'],
    NEEDS_ADMIN_ATTENTION: ['resolve', null],
    NEEDS_RECONCILIATION: ['resolve', null],
    BLOCKED_IP_WHITELIST: ['resolve retry', null],
    REVERSED: ['', 'decided'],
  })
})

test('whoever is tied to it may do nothing in any state, and reads why', () => {
  for (const status of withdrawalStatuses)
    assert.deepEqual(told(status, { tie: 'member_of_merchant' }), ['', 'member_of_merchant'])
})

test('after a restore nothing that waits is approved or rejected, and everybody reads why', () => {
  for (const besides of [{}, { hasApproved: true }, { recipient: 'COOLING' }] as const) {
    const held = { ...besides, isHeldBack: true }
    assert.deepEqual(told('PENDING_ADMIN_APPROVAL', held), ['ask', 'payouts_held'])
    assert.deepEqual(told('INFO_REQUESTED', held), ['', 'payouts_held'])
    assert.deepEqual(told('NEEDS_ADMIN_ATTENTION', held), ['resolve', null])
  }
})

test('what is missing is in the way of the approval alone', () => {
  const pending = (besides: Partial<Circumstances>) => told('PENDING_ADMIN_APPROVAL', besides)
  assert.deepEqual(pending({ hasApproved: true }), ['ask reject', 'approved_by_you'])
  assert.deepEqual(pending({ isFit: false }), ['ask reject', 'merchant_restricted'])
  assert.deepEqual(pending({ available: 999n }), ['ask reject', 'insufficient_balance'])
  assert.deepEqual(pending({ available: 999n, isLast: false }), ['approve ask reject', null])
  assert.deepEqual(told('BLOCKED_IP_WHITELIST', { available: 0n, isFit: false }), ['resolve retry', null])
})
