import { type CallbackTaker, callbackTaker } from '../../../src/callbacks/callbacks.ts'
import type { Work } from '../../../src/database/connect-database.ts'
import type { Database, Transaction } from '../../../src/database/database.ts'
import type { Provider } from '../../../src/providers/providers.ts'
import {
  type Chaser,
  decideWithdrawal,
  type WithdrawalRow,
  withdrawalCallbacks,
} from '../../../src/withdrawals/withdrawals.ts'
import type { World } from '../../../src/world/world.ts'
import { registryOf } from '../../registry-of.ts'
import type { CrashPlan } from '../collections/process.ts'
import { Crash, guardDatabase } from '../kernel/guarded-database.ts'
import type { QuietWork } from '../kernel/quiet-work.ts'
import { type PayoutNetwork, playedApproval } from './scripted-provider.ts'

/** What a planted bug puts in place of the product's own. */
export type Plant = {
  provider?(provider: Provider): Provider
  decide?: typeof decideWithdrawal
  /** Told of the withdrawals that a transaction has written, right before its commit. */
  beforeCommit?(tx: Transaction, world: World, written: WithdrawalRow[]): Promise<void>
}

export type Process = {
  name: string
  world: World
  chaser: Chaser
  callbacks: CallbackTaker
  decide: typeof decideWithdrawal
  isDead(): boolean
  endedAt(): string
  crash(plan: CrashPlan | null): void
}

export type Birth = {
  name: string
  /** With a database of one connection: what a process does then has an order that only the seed decides. */
  world: World
  network: PayoutNetwork
  work: QuietWork
  plant: Plant
}

/** One process of the service: what it has in memory ends with it, and so does its way to the database. */
export function startProcess({ name, world: outer, network, work, plant }: Birth): Process {
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
    work.enter()
    try {
      const result = await statement()
      refuseTheDead()
      if (here === 'after') die('after a statement')
      sortClaimed(result)
      return result
    } finally {
      work.leave()
    }
  }
  async function hold<Result>(transaction: () => Promise<Result>): Promise<Result> {
    refuseTheDead()
    work.enter()
    try {
      return await transaction()
    } finally {
      work.leave()
    }
  }

  const isDead = () => dead
  const sql: Database = guardDatabase(outer.sql, { pass, hold, alter: (sent) => sent })
  const world: World = {
    ...outer,
    sql: plant.beforeCommit ? plantedBeforeCommits(sql, outer, plant.beforeCommit) : sql,
    crashPoint(point) {
      refuseTheDead()
      if (plan !== null && 'at' in plan && plan.at === point) die(point)
    },
  }
  const providerOf = (environment: 'live' | 'sandbox') => {
    const provider = network.providerFor(environment, { isDead })
    return plant.provider?.(provider) ?? provider
  }
  const registry = registryOf(
    { live: providerOf('live'), sandbox: providerOf('sandbox') },
    { sandbox: playedApproval },
  )
  const chaser: Chaser = { world, registry }
  return {
    name,
    world,
    chaser,
    callbacks: callbackTaker(world, registry, [withdrawalCallbacks(chaser)]),
    decide: plant.decide ?? decideWithdrawal,
    isDead,
    endedAt: () => endedAt,
    crash(next) {
      plan = next
      statements = 0
    },
  }
}

function plantedBeforeCommits(
  sql: Database,
  world: World,
  beforeCommit: NonNullable<Plant['beforeCommit']>,
): Database {
  const { begin: beginAsItIs } = sql
  const begin = <Result>(work: Work<Result>) =>
    beginAsItIs(async (tx) => {
      const result = await work(tx)
      const written = await tx<WithdrawalRow[]>`
        select * from withdrawals where xmin = pg_current_xact_id()::xid order by id`
      await beforeCommit(tx, world, written)
      return result
    })
  return Object.assign(sql, { begin })
}

/** What is claimed comes in no order; here it comes in one, or the same seed would not tell the same story. */
function sortClaimed(rows: unknown): void {
  if (!Array.isArray(rows) || rows.length < 2 || !('destination_name' in rows[0])) return
  rows.sort((a, b) => (a.destination_name < b.destination_name ? -1 : 1))
}
