import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../src/database/database.ts'
import type { Comparison } from '../chaos/compare-books.ts'
import { openCustomers } from '../chaos/customers.ts'
import type { CustomersBook } from '../chaos/customers-book.ts'
import { settle, usualSettlingMs } from '../chaos/settle-books.ts'
import { openStage, type Stage } from '../chaos/stage.ts'
import { watchBooks } from '../chaos/watch-books.ts'
import { openPatroniCluster, type PatroniCluster } from '../failover/patroni-cluster.ts'
import { tellCauses } from '../failover/tell-causes.ts'
import { openCrowd } from './crowd.ts'
import { type PlayedStep, playRolling, type Step, type Ways } from './play-rolling.ts'

/** They ask as fast as they are answered: few, so that it is not they who make the machine too busy. */
const customersAtOnce = 2

export type RollingWishes = {
  seed: string
  steps: Step[]
  /** Of the processes. */
  settings: Record<string, string>
  waysOf(stage: Stage, cluster: PatroniCluster): Ways
  /** How soon after each of the crowd the next one comes, where it is not five in a second. */
  crowdEveryMs?: number
  /** A control run has shown what it should long before everything is settled. */
  settlesWithinMs?: number
}

export type RollingReport = Comparison & {
  book: CustomersBook
  played: PlayedStep[]
  /** How many failed until the machine was calm enough to begin. */
  failedBefore: number
  /** The longest that one of the crowd waited for an answer. */
  longestMs: number
  looks: number
  broken: string[]
  endedAlone: string[]
  /** What the next version has made in the tables. */
  hasNextTables: boolean
  check: { code: number | null; output: string }
  said: string
  /** Why requests were told to come again, and who waited for whom in the database. */
  causes: string[]
}

/** Replaces everything while customers ask, with the books of chaos and of failover. */
export async function runRolling(wishes: RollingWishes): Promise<RollingReport> {
  const { seed, steps, settings, waysOf, crowdEveryMs, settlesWithinMs = usualSettlingMs } = wishes
  const home = await realpath(await mkdtemp(join(tmpdir(), 'malipo-rolling-stage-')))
  const closers: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })]
  try {
    const cluster = await openPatroniCluster({ isSynchronous: true })
    closers.push(cluster.close)
    await migrate({ url: cluster.writeUrl })
    const stage = await openStage({
      seed,
      home,
      database: { DATABASE_URL: cluster.poolerUrl, DATABASE_DIRECT_URL: cluster.writeUrl },
      judgesUrl: cluster.writeUrl,
      front: cluster.front,
      settings,
      closers,
    })
    const watch = watchBooks(stage)
    closers.push(watch.close)
    const customers = openCustomers(stage, seed, customersAtOnce)
    closers.push(customers.abandon)
    const { book } = customers
    const crowd = openCrowd(stage, book, seed, crowdEveryMs)
    closers.push(crowd.close)
    await crowd.untilCalm()
    const failedBefore = book.failures.splice(0).length
    crowd.tookMs.splice(0)
    const ways = waysOf(stage, cluster)
    const played = await playRolling(stage, cluster, { steps, failures: book.failures, ways })
    await crowd.close()
    await customers.close()
    const comparison = await settle(stage, book, settlesWithinMs)
    await watch.close()
    return {
      ...comparison,
      book,
      played,
      failedBefore,
      longestMs: Math.max(...crowd.tookMs),
      looks: watch.looks(),
      broken: watch.broken(),
      endedAlone: stage.fleet.endedAlone,
      hasNextTables: await hasNextTables(stage),
      check: await stage.checkBooks(),
      said: stage.fleet.said(),
      causes: [...stage.fleet.turnedAway(), ...(await tellCauses(cluster.folder))],
    }
  } finally {
    for (const one of closers.splice(0).reverse()) await one()
  }
}

/** What the next version adds, beside everybody who writes: a table at a time, as the rule of migrations has it. */
export const nextMigrations = {
  collections: `alter table collections add column told text not null default 'yet', add column note text;`,
  merchants: `alter table merchants add column told text not null default 'yet';`,
  index: 'create index concurrently collections_by_told on collections (merchant_id, told);',
}

async function hasNextTables({ world: { sql } }: Stage): Promise<boolean> {
  const [found] = await sql<{ valid: boolean | null }[]>`
    select (select indisvalid from pg_index where indexrelid = to_regclass('collections_by_told')) as valid`
  return found?.valid === true
}
