import type { settlementActions } from '@malipo/contract'
import type { DiscrepancyKind } from './open-discrepancies.ts'

export type Action = (typeof settlementActions)[number]

/** How a person wants it to be: paid as ordered, taken back after it was paid, or ended where it is still open. */
export type Wanted = 'paid' | 'taken_back' | 'ended'

/**
 * What each decision wants; null leaves everything as it is. Money of another amount or currency is never booked as the
 * payment that was ordered: it counts as failed, and what came in is returned, by a refund or outside.
 */
export const settlements: Record<
  DiscrepancyKind,
  { [A in Action]?: Wanted | 'returned' | 'refunded' | 'not_owed' | null }
> = {
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
  paid_after_void: { keep_ours: null },
  missing_there: { accept_provider: 'taken_back', keep_ours: null },
  missing_here: { accept_provider: 'paid', keep_ours: null, return_to_payer: 'returned' },
  different_amount: { keep_ours: null },
  different_state: { accept_provider: 'taken_back', keep_ours: null },
}
