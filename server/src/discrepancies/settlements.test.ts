import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discrepancyKinds, settlementActions } from '@malipo/contract'
import { Refusal } from '../primitives/refusal.ts'
import type { DiscrepancyKind } from './open-discrepancies.ts'
import { type Action, settlements, wantedBy } from './settlements.ts'

function told(kind: DiscrepancyKind, action: Action, given: string[] = []): string {
  try {
    return String(wantedBy(kind, action, given))
  } catch (refusal) {
    assert.ok(refusal instanceof Refusal)
    const [{ field, problem }] = refusal.details as [{ field: string; problem: string }]
    return `${field} ${problem}`
  }
}

const outside = 'what becomes of the money is settled outside'

/** What whoever asks for something that is not open to a kind is told. */
const advice: Record<DiscrepancyKind, string> = {
  success_after_failure: 'accept_provider, keep_ours or return_to_payer for success_after_failure',
  failure_after_success: 'accept_provider or keep_ours for failure_after_success',
  other_amount: 'keep_ours or return_to_payer for other_amount',
  other_currency: `keep_ours for other_currency; ${outside}`,
  success_before_request: `keep_ours for success_before_request; ${outside}`,
  reversal_after_failure: 'accept_provider or keep_ours for reversal_after_failure',
  reversal_after_refund: 'accept_provider or keep_ours for reversal_after_refund',
  unknown_reference: `keep_ours for unknown_reference; ${outside}`,
  paid_twice: `keep_ours for paid_twice; ${outside}`,
  overpaid: 'refund or keep for overpaid',
  another_try_paid: 'keep_ours or return_to_payer for another_try_paid',
  bill_refused: 'keep_ours or return_to_payer for bill_refused',
  paid_after_void: 'keep_ours or refund for paid_after_void',
  missing_there: 'accept_provider or keep_ours for missing_there',
  missing_here: 'accept_provider, keep_ours or return_to_payer for missing_here',
  different_amount: `keep_ours for different_amount; ${outside}`,
  different_state: 'accept_provider or keep_ours for different_state',
}

test('whoever asks for what is not open to a kind is told what is', () => {
  for (const kind of discrepancyKinds) {
    for (const action of settlementActions) {
      const wanted = settlements[kind][action]
      const expected = wanted === undefined ? `action must be ${advice[kind]}` : String(wanted)
      assert.equal(told(kind, action), expected, `${kind} ${action}`)
    }
  }
})

test('a destination is for what sends money, and is told apart from what never does', () => {
  const given = ['destination_identifier']
  assert.equal(told('another_try_paid', 'return_to_payer', given), 'returned')
  assert.equal(told('overpaid', 'refund', given), 'refunded')
  assert.equal(
    told('another_try_paid', 'keep_ours', given),
    'action must be return_to_payer where a destination is given',
  )
  assert.equal(told('overpaid', 'keep', given), 'action must be refund where a destination is given')
  assert.equal(
    told('paid_twice', 'keep_ours', given),
    'destination_identifier must be left out: no money is sent for paid_twice',
  )
})
