import type { WithdrawalStatus } from '../../../src/withdrawals/withdrawal-lifecycle.ts'
import type { CrashPoint } from '../../../src/world/world.ts'
import type { Process } from './process.ts'
import type { Seen } from './see.ts'
import type { Stage } from './stage.ts'

/** In the order of their labels; null: in whatever state. */
export function knownIn({ seen }: Stage, statuses: readonly WithdrawalStatus[] | null): Seen[] {
  return [...seen.values()]
    .filter(({ status }) => statuses === null || statuses.includes(status))
    .sort((a, b) => (a.label < b.label ? -1 : 1))
}

/** How often a step that can end a process does. */
const crashes = 0.12

/** Only where one process works alone, or the same seed could end it in two ways. */
export function crashOnce({ chance }: Stage, process: Process, points: readonly CrashPoint[]): void {
  if (!chance.happens(crashes)) return
  if (points.length > 0 && chance.happens(0.6)) process.crash({ at: chance.pick(points) })
  else process.crash({ statement: 1 + chance.below(12), when: chance.pick(['before', 'after'] as const) })
}
