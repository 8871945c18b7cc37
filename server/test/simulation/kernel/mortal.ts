import { setTimeout as sleep } from 'node:timers/promises'
import type { CrashPoint, World } from '../../../src/world/world.ts'
import { Crash, guardDatabase, type Sent } from './guarded-database.ts'
import type { QuietWork } from './quiet-work.ts'

/** Where a process ends: at a named place, or before or after one of its statements. */
export type CrashPlan = { at: CrashPoint } | { statement: number; when: 'before' | 'after' }

/** A process of the service, as far as it can die: what it has in memory ends with it, and so does its way to the database. */
export type Mortal = {
  name: string
  world: World
  isDead(): boolean
  /** Where it ended, if it did. */
  endedAt(): string
  crash(plan: CrashPlan | null): void
}

export type Birth = {
  name: string
  world: World
  work: QuietWork
  /** Where bugs are planted into statements. */
  alter?: ((sent: Sent) => Sent) | undefined
  /** What rows are called that come in no order; null for those that come in one. */
  labelOf(row: object): string | null
}

export function bear({ name, world: outer, work, alter = (sent) => sent, labelOf }: Birth): Mortal {
  let dead = false
  let plan: CrashPlan | null = null
  let statements = 0
  let endedAt = ''

  function die(where: string): never {
    endedAt = where
    dead = true
    throw new Crash(`${name} ended`)
  }
  function refuseTheDead(): void {
    if (dead) throw new Crash(`${name} is no more`)
  }
  async function pass<Result>(statement: () => PromiseLike<Result>): Promise<Result> {
    refuseTheDead()
    statements += 1
    const here = plan !== null && 'statement' in plan && plan.statement === statements ? plan.when : null
    if (here === 'before') die('before a statement')
    const result = await counted(statement)
    refuseTheDead()
    if (here === 'after') die('after a statement')
    return result
  }
  async function counted<Result>(act: () => PromiseLike<Result>): Promise<Result> {
    work.enter()
    try {
      return await act()
    } finally {
      work.leave()
    }
  }
  async function hold<Result>(transaction: () => Promise<Result>): Promise<Result> {
    refuseTheDead()
    return await counted(transaction)
  }
  return {
    name,
    world: {
      ...outer,
      sql: guardDatabase(outer.sql, { pass, hold, alter, labelOf }),
      async pause(ms) {
        await counted(() => sleep(ms))
        refuseTheDead()
      },
      crashPoint(point) {
        refuseTheDead()
        if (plan !== null && 'at' in plan && plan.at === point) die(point)
      },
    },
    isDead: () => dead,
    endedAt: () => endedAt,
    crash(next) {
      plan = next
      statements = 0
    },
  }
}
