import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withdrawalStatuses } from '@malipo/contract'
import type { Wanted } from '../discrepancies/discrepancies.ts'
import { planSettlement } from './settle-withdrawals.ts'
import { legalWithdrawalSteps, type WithdrawalStatus } from './withdrawal-lifecycle.ts'

type Plan = WithdrawalStatus | null | 'refused'

/** Money that is under way is for those who decide about the withdrawal itself. */
const underWay = { paid: 'refused', taken_back: 'refused', ended: null } as const

const expected: Record<WithdrawalStatus, Record<Wanted, Plan>> = {
  PENDING_ADMIN_APPROVAL: underWay,
  INFO_REQUESTED: underWay,
  PROCESSING: underWay,
  NEEDS_ADMIN_ATTENTION: underWay,
  NEEDS_RECONCILIATION: underWay,
  BLOCKED_IP_WHITELIST: underWay,
  SUCCESS: { paid: null, taken_back: 'REVERSED', ended: null },
  FAILED: { paid: 'refused', taken_back: null, ended: null },
  REJECTED: { paid: 'refused', taken_back: null, ended: null },
  REVERSED: { paid: 'refused', taken_back: null, ended: null },
}

const wishes: readonly Wanted[] = ['paid', 'taken_back', 'ended']

test('what a person decides leads from each state where the table says, and only along ways that there are', () => {
  const planned = withdrawalStatuses.map((status) => [
    status,
    Object.fromEntries(wishes.map((wanted) => [wanted, planSettlement(status, wanted)])),
  ])
  assert.deepEqual(Object.fromEntries(planned), expected)
  for (const status of withdrawalStatuses) {
    for (const to of wishes.map((wanted) => planSettlement(status, wanted))) {
      if (to === null || to === 'refused') continue
      assert.ok(
        legalWithdrawalSteps().some((step) => step.from === status && step.to === to),
        `${status} → ${to}`,
      )
    }
  }
})
