import { type Discrepancy, settlementActions } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Decider } from '../auth/auth.ts'
import { showEvidence } from '../evidence/evidence.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { DiscrepancyKind } from './open-discrepancies.ts'
import type { ContradictedRow } from './settle-discrepancies.ts'
import { type Action, settlements } from './settlements.ts'

type Choice = Static<typeof Discrepancy>['choices'][number]

export function showDiscrepancy(row: ContradictedRow, by: Decider): Static<typeof Discrepancy> {
  const {
    environment: _,
    kept,
    moves,
    proposed_action: action,
    proposed_because: because,
    tie: _tie,
    ...rest
  } = row
  const {
    payment_status: status,
    payment_amount: amount,
    payment_currency: currency,
    merchant_name,
    ...shown
  } = rest
  const payment = status !== null && amount !== null && currency !== null && { status, currency }
  return {
    ...shown,
    proposal: action === null || because === null ? null : { action, because },
    payment: payment
      ? { ...payment, amount: textFromMinor(amount ?? 0n), merchant_name: merchant_name ?? '' }
      : null,
    choices: settlementActions.filter((one) => isOffered(row.kind, one)).map((one) => choiceOf(row, one, by)),
    ...showEvidence(kept, moves),
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  }
}

/** Ours and theirs are for contradictions. Only where money came that nobody was owed is there anything to return. */
function isOffered(kind: DiscrepancyKind, action: Action): boolean {
  const isUsual = action === 'accept_provider' || action === 'keep_ours'
  return (isUsual && kind !== 'overpaid') || settlements[kind][action] !== undefined
}

/** What a decision would do, told before anybody makes it. */
function choiceOf(row: ContradictedRow, action: Action, { adminId }: Decider): Choice {
  const wanted = settlements[row.kind][action]
  const moves = wanted !== undefined && wanted !== null
  const why = (): Choice['why'] => {
    if (row.status !== 'open') return 'settled'
    if (wanted === undefined) return 'not_for_this_kind'
    if (row.tie !== null) return row.tie
    return moves && row.brought_by === adminId ? 'own_statement' : null
  }
  return {
    action,
    allowed: why() === null,
    effect: wanted === undefined ? null : (wanted ?? 'nothing'),
    why: why(),
  }
}
