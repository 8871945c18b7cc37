import { setTimeout as sleep } from 'node:timers/promises'
import { type ChaosStage, type ChaosStageWishes, openChaosStage } from './chaos-stage.ts'
import type { Comparison } from './compare-books.ts'
import { openCustomers } from './customers.ts'
import type { CustomersBook } from './customers-book.ts'
import { drawFaults, type Trouble } from './draw-faults.ts'
import { type Played, playFaults } from './play-faults.ts'
import { settle, usualSettlingMs } from './settle-books.ts'
import { watchBooks } from './watch-books.ts'

export type ChaosWishes = ChaosStageWishes & {
  seconds: number
  /** Nothing else goes wrong. */
  only?: Trouble['kind'][]
  /** Where a bug is planted once everything runs. */
  prepare?(stage: ChaosStage): Promise<void>
  /** A control run has shown what it should long before everything is settled, which it may never be. */
  settlesWithinMs?: number
}

export type ChaosReport = Comparison & {
  book: CustomersBook
  played: Played[]
  /** From the end of each fault until the first request was acknowledged that was sent after it. */
  healedMs: { name: string; ms: number }[]
  looks: number
  broken: string[]
  endedAlone: string[]
  starts: number
  /** Whether there was a disk that could be full. */
  hasDisk: boolean
  /** What `malipo check-books` said at the end, and whether it was content. */
  check: { code: number | null; output: string }
  /** The last that the processes said, for whoever looks for a cause. */
  said: string
}

/** Lets everything go wrong while customers ask for payments, heals it, waits until all is settled, and compares the books. */
export async function runChaos(wishes: ChaosWishes): Promise<ChaosReport> {
  const { seed, seconds, only, prepare, settlesWithinMs = usualSettlingMs } = wishes
  const stage = await openChaosStage(wishes)
  const leave: (() => Promise<void>)[] = []
  try {
    await prepare?.(stage)
    const faults = drawFaults(seed, seconds * 1_000, only)
    const watch = watchBooks(stage)
    const customers = openCustomers(stage, seed)
    leave.push(customers.abandon, watch.close)
    const [played] = await Promise.all([playFaults(stage, faults), sleep(seconds * 1_000)])
    await customers.close()
    const comparison = await settle(stage, customers.book, settlesWithinMs)
    await watch.close()
    return {
      ...comparison,
      book: customers.book,
      played,
      healedMs: healingOf(played, customers.book),
      looks: watch.looks(),
      broken: watch.broken(),
      endedAlone: stage.fleet.endedAlone,
      starts: stage.fleet.starts(),
      hasDisk: stage.disk !== null,
      check: await stage.checkBooks(),
      said: stage.fleet.said(),
    }
  } finally {
    for (const one of leave) await one()
    await stage.close()
  }
}

function healingOf(played: Played[], { acknowledged }: CustomersBook): ChaosReport['healedMs'] {
  const inOrder = acknowledged.toSorted((one, other) => one.at - other.at)
  return played.flatMap(({ name, endedAt }) => {
    const first = inOrder.find(({ beganAt }) => beganAt >= endedAt)
    return first === undefined ? [] : [{ name, ms: first.at - endedAt }]
  })
}
