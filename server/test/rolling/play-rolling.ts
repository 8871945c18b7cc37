import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Member, members } from '../chaos/fleet.ts'
import type { Stage } from '../chaos/stage.ts'
import type { PatroniCluster } from '../failover/patroni-cluster.ts'

export type Step = Member | 'switchover'

export type PlayedStep = {
  step: Step
  /** With what a process ended; nothing of a switchover. */
  code?: number | null
  /** What the command of the switchover said. */
  told?: string
  /** The failures that came with it. */
  failures: string[]
}

export type Ways = {
  /** How a process is replaced; tells with what it ended. */
  replace(member: Member): Promise<number | null>
  /** Tells what was said. */
  switchOver(): Promise<string>
}

/** The first process comes anew, and then the database changes hands while old and new serve; then the others, and once more. */
export const stepsOfRound: Step[] = ['api-1', 'switchover', ...members.slice(1), 'switchover']

/** How long everything is left alone after a step, so that what it has broken is told with it. */
const restMs = 3_000

/** Replaces everything, one after the other, each when the one before is whole again. */
export async function playRolling(
  stage: Stage,
  cluster: PatroniCluster,
  { steps, failures, ways }: { steps: Step[]; failures: string[]; ways: Ways },
): Promise<PlayedStep[]> {
  const played: PlayedStep[] = []
  for (const step of steps) {
    await cluster.untilWhole()
    await sleep(restMs)
    assert.ok(stage.fleet.isUp(), stage.fleet.said())
    const before = failures.length
    const done =
      step === 'switchover' ? { told: await ways.switchOver() } : { code: await ways.replace(step) }
    await sleep(restMs)
    played.push({ step, ...done, failures: failures.slice(before) })
  }
  return played
}
