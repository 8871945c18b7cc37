import type { ReconciliationCounts } from '@malipo/sdk'

/** How many lines and payments somebody must look at: what is still open is no difference yet, and what was settled is none any more. */
export function differencesOf(counts: ReconciliationCounts): number {
  return counts.missing_there + counts.missing_here + counts.different_amount + counts.different_state
}
