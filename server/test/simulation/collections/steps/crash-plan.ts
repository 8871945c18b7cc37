import type { CrashPoint } from '../../../../src/world/world.ts'
import type { Process } from '../process.ts'
import type { Stage } from '../stage.ts'

/** How often a step that can end a process does. */
const crashes = 0.1

/** A process that is to end does one thing only in its last step, or the same seed could end it in two ways. */
export function maybeCrash(stage: Stage, process: Process, points: readonly CrashPoint[]): boolean {
  const { chance } = stage
  if (!chance.happens(crashes)) return false
  if (chance.happens(0.6)) process.crash({ at: chance.pick(points) })
  else process.crash({ statement: 1 + chance.below(8), when: chance.pick(['before', 'after'] as const) })
  return true
}
