import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withdrawalStatuses } from '@malipo/contract'
import {
  eventOf,
  legalWithdrawalSteps,
  mayMove,
  pendingStatuses,
  sources,
  withdrawalBirths,
  withdrawalLifecycle,
} from './withdrawal-lifecycle.ts'

/** Every step that exists, and who may make it. Whatever is not here may nobody do. */
const steps: Record<string, string[]> = {
  'PENDING_ADMIN_APPROVAL→PROCESSING': ['super_admin', 'simulated_admin'],
  'PENDING_ADMIN_APPROVAL→REJECTED': ['merchant', 'super_admin'],
  'PENDING_ADMIN_APPROVAL→INFO_REQUESTED': ['super_admin', 'simulated_admin'],
  'PENDING_ADMIN_APPROVAL→FAILED': ['simulated_admin'],
  'INFO_REQUESTED→PENDING_ADMIN_APPROVAL': ['merchant'],
  'INFO_REQUESTED→PROCESSING': ['super_admin', 'simulated_admin'],
  'INFO_REQUESTED→REJECTED': ['merchant', 'super_admin'],
  'INFO_REQUESTED→FAILED': ['simulated_admin'],
  'PROCESSING→SUCCESS': ['reply', 'callback', 'look_up'],
  'PROCESSING→FAILED': ['reply', 'callback', 'look_up', 'simulated_admin'],
  'PROCESSING→NEEDS_RECONCILIATION': ['reply', 'callback', 'look_up'],
  'PROCESSING→BLOCKED_IP_WHITELIST': ['reply'],
  'PROCESSING→NEEDS_ADMIN_ATTENTION': ['reply', 'callback', 'look_up'],
  'NEEDS_RECONCILIATION→SUCCESS': ['reply', 'callback', 'look_up', 'super_admin'],
  'NEEDS_RECONCILIATION→FAILED': ['reply', 'callback', 'look_up', 'super_admin', 'simulated_admin'],
  'NEEDS_RECONCILIATION→NEEDS_ADMIN_ATTENTION': ['reply', 'callback', 'look_up'],
  'BLOCKED_IP_WHITELIST→PROCESSING': ['super_admin', 'simulated_admin'],
  'BLOCKED_IP_WHITELIST→SUCCESS': ['reply', 'callback', 'look_up', 'super_admin'],
  'BLOCKED_IP_WHITELIST→FAILED': ['reply', 'callback', 'look_up', 'super_admin'],
  'BLOCKED_IP_WHITELIST→NEEDS_ADMIN_ATTENTION': ['reply', 'callback', 'look_up'],
  'NEEDS_ADMIN_ATTENTION→SUCCESS': ['super_admin', 'simulated_admin'],
  'NEEDS_ADMIN_ATTENTION→FAILED': ['super_admin', 'simulated_admin'],
  'SUCCESS→REVERSED': ['reply', 'callback', 'look_up', 'super_admin'],
  'FAILED→NEEDS_ADMIN_ATTENTION': ['reply', 'callback', 'look_up'],
}

test('from each state to each other, exactly those may move it who are listed', () => {
  for (const from of withdrawalStatuses) {
    for (const to of withdrawalStatuses) {
      const may = sources.filter((source) => mayMove(from, to, source))
      assert.deepEqual(may.sort(), (steps[`${from}→${to}`] ?? []).sort(), `${from}→${to}`)
    }
  }
})

test('the steps that a history may show are those, and one way to begin', () => {
  const told = legalWithdrawalSteps().map(({ from, to }) =>
    from === null ? `begins ${to}` : `${from}→${to}`,
  )
  assert.deepEqual(told.sort(), ['begins PENDING_ADMIN_APPROVAL', ...Object.keys(steps)].sort())
  assert.deepEqual(withdrawalBirths, { PENDING_ADMIN_APPROVAL: ['caller'] })
  assert.deepEqual(pendingStatuses, ['PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED'])
})

test('each state says where the money is, and which event tells of it', () => {
  const told = withdrawalStatuses.map((status) => {
    const { position, announces } = withdrawalLifecycle[status]
    return [status, `${position} ${announces ?? '–'}`]
  })
  assert.deepEqual(Object.fromEntries(told), {
    PENDING_ADMIN_APPROVAL: 'free –',
    INFO_REQUESTED: 'free disbursement.info_requested',
    PROCESSING: 'reserved disbursement.approved',
    NEEDS_RECONCILIATION: 'reserved –',
    BLOCKED_IP_WHITELIST: 'reserved –',
    NEEDS_ADMIN_ATTENTION: 'reserved –',
    SUCCESS: 'paid disbursement.success',
    FAILED: 'free disbursement.failed',
    REJECTED: 'free disbursement.failed',
    REVERSED: 'free disbursement.reversed',
  })
})

test('an approval is announced once, however often it is sent', () => {
  assert.equal(eventOf('PENDING_ADMIN_APPROVAL', 'PROCESSING'), 'disbursement.approved')
  assert.equal(eventOf('INFO_REQUESTED', 'PROCESSING'), 'disbursement.approved')
  assert.equal(eventOf('BLOCKED_IP_WHITELIST', 'PROCESSING'), null)
  assert.equal(eventOf(null, 'PENDING_ADMIN_APPROVAL'), null)
})
