import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../src/database/database.ts'
import type { Comparison } from '../chaos/compare-books.ts'
import { openCustomers } from '../chaos/customers.ts'
import type { CustomersBook } from '../chaos/customers-book.ts'
import { settle, usualSettlingMs } from '../chaos/settle-books.ts'
import { openStage } from '../chaos/stage.ts'
import { watchBooks } from '../chaos/watch-books.ts'
import { drawFailovers, type FailoverKind, kindsPossible } from './draw-failovers.ts'
import { openPatroniCluster } from './patroni-cluster.ts'
import { type PlayedFailover, playFailovers } from './play-failovers.ts'
import { whatIsMissing } from './what-is-missing.ts'

export type FailoverWishes = {
  seed: string
  count: number
  only?: FailoverKind[]
  isSynchronous: boolean
  /** A control run has shown what it should long before everything is settled, which it may never be. */
  settlesWithinMs?: number
}

export type FailoverReport = Comparison & {
  book: CustomersBook
  played: (PlayedFailover & { silentMs: number })[]
  looks: number
  broken: string[]
  endedAlone: string[]
  check: { code: number | null; output: string }
  said: string
}

/** Lets one primary after another be lost while customers ask for payments, waits until all is settled, and compares the books. */
export async function runFailovers(wishes: FailoverWishes): Promise<FailoverReport> {
  const { seed, count, only, isSynchronous, settlesWithinMs = usualSettlingMs } = wishes
  const home = await realpath(await mkdtemp(join(tmpdir(), 'malipo-failover-stage-')))
  const closers: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })]
  try {
    const cluster = await openPatroniCluster({ isSynchronous })
    closers.push(cluster.close)
    await migrate({ url: cluster.writeUrl })
    const stage = await openStage({
      seed,
      home,
      database: { DATABASE_URL: cluster.poolerUrl, DATABASE_DIRECT_URL: cluster.writeUrl },
      judgesUrl: cluster.writeUrl,
      closers,
    })
    const watch = watchBooks(stage)
    closers.push(watch.close)
    const customers = openCustomers(stage, seed)
    closers.push(customers.abandon)
    const kinds = only ?? kindsPossible(cluster.hasMachines)
    const played = await playFailovers(cluster, drawFailovers(seed, count, kinds), () =>
      whatIsMissing(stage, customers.book),
    )
    await customers.close()
    const comparison = await settle(stage, customers.book, settlesWithinMs)
    await watch.close()
    return {
      ...comparison,
      book: customers.book,
      played: played.map((one) => ({ ...one, silentMs: longestSilence(one, customers.book) })),
      looks: watch.looks(),
      broken: watch.broken(),
      endedAlone: stage.fleet.endedAlone,
      check: await stage.checkBooks(),
      said: stage.fleet.said(),
    }
  } finally {
    for (const one of closers.splice(0).reverse()) await one()
  }
}

/** For how long nothing was acknowledged that was asked for after the fault had begun, or before it ended. */
function longestSilence({ beganAt, wholeAt }: PlayedFailover, { acknowledged }: CustomersBook): number {
  const times = acknowledged
    .map(({ at }) => at)
    .filter((at) => at >= beganAt && at <= wholeAt)
    .sort((one, other) => one - other)
  const steps = [beganAt, ...times, wholeAt]
  return Math.max(...steps.slice(1).map((at, place) => at - (steps[place] ?? at)))
}
