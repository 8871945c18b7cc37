import type { CrashPoint } from '../../../src/world/world.ts'
import type { Chance } from './chance.ts'
import type { Mortal } from './mortal.ts'
import type { Wire } from './wire.ts'

export type Step<Stage> = { name: string; weight: number; take(stage: Stage): void | Promise<void> }

export function pickStep<Stage extends { chance: Chance }>(
  { chance }: Stage,
  steps: readonly Step<Stage>[],
): Step<Stage> {
  let mood = chance.number() * steps.reduce((sum, { weight }) => sum + weight, 0)
  for (const step of steps) {
    mood -= step.weight
    if (mood < 0) return step
  }
  throw new Error('No step was picked.')
}

/** How often a step that can end a process does, and within how many statements. */
const crashes = 0.1
const mostStatements = 10

/** A process that is to end does one thing only in its last step, or the same seed could end it in two ways. */
export function maybeCrash(
  { chance }: { chance: Chance },
  process: Mortal,
  points: readonly CrashPoint[],
): boolean {
  if (!chance.happens(crashes)) return false
  if (points.length > 0 && chance.happens(0.6)) process.crash({ at: chance.pick(points) })
  else {
    const statement = 1 + chance.below(mostStatements)
    process.crash({ statement, when: chance.pick(['before', 'after'] as const) })
  }
  return true
}

type Waiting = { network: Wire; settle(): Promise<void> }

/** Whoever has waited in vain is told so, one after the other: what follows from each has its own place in the story. */
export async function giveUpWaiting({ network, settle }: Waiting, beforeMs: number): Promise<void> {
  const late = network.deferred.filter(({ atMs }) => atMs <= beforeMs)
  network.deferred = network.deferred.filter((one) => !late.includes(one))
  for (const one of late) {
    one.timeOut()
    await settle()
  }
}
