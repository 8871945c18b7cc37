import type { WithdrawalStatus } from '../../../src/withdrawals/withdrawal-lifecycle.ts'
import type { Seen } from './see.ts'
import type { Stage } from './stage.ts'

/** In the order of their labels; null: in whatever state. */
export function knownIn({ seen }: Stage, statuses: readonly WithdrawalStatus[] | null): Seen[] {
  return [...seen.values()]
    .filter(({ status }) => statuses === null || statuses.includes(status))
    .sort((a, b) => (a.label < b.label ? -1 : 1))
}
