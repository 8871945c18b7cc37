import { settlementActions } from '@malipo/contract'
import { invalid } from '../primitives/refusal.ts'
import type { DiscrepancyKind } from './open-discrepancies.ts'

export type Action = (typeof settlementActions)[number]

/** How a person wants it to be: paid as ordered, taken back after it was paid, or ended where it is still open. */
export type Wanted = 'paid' | 'taken_back' | 'ended'

type Effect = Wanted | 'returned' | 'refunded' | 'not_owed' | null

/**
 * What each decision wants; null leaves everything as it is. Money of another amount or currency is never booked as the
 * payment that was ordered: it counts as failed, and what came in is returned, by a refund or outside.
 */
export const settlements: Record<DiscrepancyKind, { [A in Action]?: Effect }> = {
  success_after_failure: { accept_provider: 'paid', keep_ours: null, return_to_payer: 'returned' },
  failure_after_success: { accept_provider: 'taken_back', keep_ours: null },
  // What came in late, and was owed to its payer since, is there no more.
  reversal_after_failure: { accept_provider: 'not_owed', keep_ours: null },
  reversal_after_refund: { accept_provider: 'taken_back', keep_ours: null },
  success_before_request: { keep_ours: null },
  other_amount: { keep_ours: 'ended', return_to_payer: 'returned' },
  other_currency: { keep_ours: 'ended' },
  unknown_reference: { keep_ours: null },
  paid_twice: { keep_ours: null },
  // The money is the merchant's, so that it is given back out of the merchant's balance.
  overpaid: { refund: 'refunded', keep: null },
  another_try_paid: { keep_ours: null, return_to_payer: 'returned' },
  // Its number takes no such payment, so that it is never the merchant's.
  bill_refused: { keep_ours: null, return_to_payer: 'returned' },
  paid_after_void: { keep_ours: null, refund: 'refunded' },
  missing_there: { accept_provider: 'taken_back', keep_ours: null },
  missing_here: { accept_provider: 'paid', keep_ours: null, return_to_payer: 'returned' },
  different_amount: { keep_ours: null },
  different_state: { accept_provider: 'taken_back', keep_ours: null },
}

/** What that decision wants of that kind. Whoever asks for what is not open to it is told what is; `given` are the fields of a destination. */
export function wantedBy(kind: DiscrepancyKind, action: Action, given: string[]): Effect {
  const open = settlementActions.filter((one) => settlements[kind][one] !== undefined)
  const wanted = settlements[kind][action]
  if (wanted === undefined) {
    const [only, another] = open
    const isKept = only === 'keep_ours' && another === undefined
    throw invalid({
      field: 'action',
      problem: isKept
        ? `must be keep_ours for ${kind}; what becomes of the money is settled outside`
        : `must be ${inWords(open)} for ${kind}`,
    })
  }
  const [field] = given
  if (field === undefined || sendsMoney(wanted)) return wanted
  const sending = open.find((one) => sendsMoney(settlements[kind][one]))
  throw sending === undefined
    ? invalid({ field, problem: `must be left out: no money is sent for ${kind}` })
    : invalid({ field: 'action', problem: `must be ${sending} where a destination is given` })
}

function sendsMoney(effect: Effect | undefined): boolean {
  return effect === 'returned' || effect === 'refunded'
}

function inWords(actions: Action[]): string {
  return [actions.slice(0, -1).join(', '), ...actions.slice(-1)].filter((part) => part !== '').join(' or ')
}
