import { setTimeout as sleep } from 'node:timers/promises'
import { listCollections } from '../../server/src/collections/collections.ts'
import type { Database } from '../../server/src/database/database.ts'
import type { World } from '../../server/src/world/world.ts'
import { layInParts } from '../../server/test/scale/lay-in-parts.ts'
import { benchMerchantId } from './bench-merchant.ts'
import { asker, liver } from './bench-whole-lives.ts'
import { fillCollections } from './fill-collections.ts'
import { fillTransactions } from './fill-transactions.ts'
import { inTurns } from './in-turns.ts'
import { promise } from './measure.ts'
import { remark } from './report/figures.ts'
import { timeStatements } from './statement-of-a-day.ts'

const sizes = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number)
const livesAtOnce = 200
/** As many as a node has connections for lists. */
const listsAtOnce = 4
const merchantsAtWork = 100
/** Far more often than autovacuum would come, and not always: a vacuum that never rests takes a core from whatever is measured. */
const vacuumEveryMs = 1_000

/** What is done in an installation that has grown, in parts of which most is in old ones, while it is vacuumed: as quick as in a young one. */
export async function benchGrowth(world: World, connections: Database): Promise<boolean> {
  console.log(
    `\nPayments, lists and statements with ${sizes.map(inThousands).join(', ')} collections and postings behind them, vacuum running`,
  )
  const old = await benchMerchantId(world)
  const merchants: string[] = []
  while (merchants.length < merchantsAtWork) merchants.push(await benchMerchantId(world))
  const [ask, live] = [asker(world), liver(world)]
  await layInParts(world.sql)
  let [filled, turn] = [0, 0]
  const nextMerchant = () => merchants[turn++ % merchantsAtWork] ?? ''
  let young: Grown | undefined
  const kept: boolean[] = []
  for (const size of sizes) {
    const book = await benchMerchantId(world)
    await Promise.all([
      fillCollections(world, old, size - filled),
      fillTransactions(world, book, size - filled),
    ])
    filled = size
    await vacuumFilled(world)
    const name = `with ${inThousands(size)}`
    const grown = await measureGrown(world, name, {
      creates: { atOnce: livesAtOnce, work: () => ask(nextMerchant()) },
      lives: { atOnce: livesAtOnce, work: () => live(nextMerchant()) },
      lists: { atOnce: listsAtOnce, work: () => readFirstPage(connections, old) },
    })
    const { closingMs, statementMs } = await timeStatements(world, book)
    remark(
      `${name}: ${await bytesPerCollection(world)} bytes of disk per collection and ${await bytesPerTransaction(world)} per posting, indexes included; a vacuum of collections ${grown.vacuumMs.toFixed(0)} ms in the middle; a book closed for the first time in ${closingMs.toFixed(0)} ms, the statement of one day in ${statementMs.toFixed(0)} ms`,
    )
    if (young === undefined) young = { ...grown, statementMs }
    else kept.push(...heldAgainst(young, { ...grown, statementMs }, name))
  }
  return kept.every(Boolean)
}

type Rates = { creates: number; lives: number; lists: number; vacuumMs: number }
type Grown = Rates & { statementMs: number }
type Work = Record<'creates' | 'lives' | 'lists', { atOnce: number; work(): Promise<unknown> }>

async function measureGrown(world: World, name: string, work: Work): Promise<Rates> {
  const isOver = { yes: false }
  const vacuuming = vacuumUntil(world, isOver)
  const one = ({ atOnce, work: once }: Work['lives']) => ({
    ...{ atOnce, world, work: () => once().then(() => 1) },
  })
  const best = await inTurns(
    { creates: one(work.creates), lives: one(work.lives), lists: one(work.lists) },
    { creates: `creates ${name}`, lives: `lives ${name}`, lists: `first pages ${name}` },
  )
  isOver.yes = true
  const [creates = 0, lives = 0, lists = 0] = ['creates', 'lives', 'lists'].map((key) => best.get(key))
  return { creates, lives, lists, vacuumMs: await vacuuming }
}

function heldAgainst(young: Grown, grown: Grown, name: string): boolean[] {
  const than = `${name} / with ${inThousands(sizes[0] ?? 0)}`
  return [
    promise(`creates ${than}`, grown.creates / young.creates, { atLeast: 0.8 }),
    promise(`lives ${than}`, grown.lives / young.lives, { atLeast: 0.8 }),
    promise(`first pages of a list ${than}`, grown.lists / young.lists, { atLeast: 0.8 }),
    promise(`statement of a day ${than}, in time`, grown.statementMs / young.statementMs, { atMost: 1.5 }),
  ]
}

async function readFirstPage(sql: Database, merchantId: string): Promise<void> {
  const { items } = await listCollections(sql, 'sandbox', { merchant_id: merchantId }, ({ id }) => id)
  if (items.length === 0) throw new Error('A list of many is empty')
}

/** Nobody takes in millions within minutes: that all of it wants to be vacuumed right after is not what years leave behind. */
async function vacuumFilled({ sql }: World): Promise<void> {
  await sql.unhurried((patient) =>
    patient.unsafe('vacuum (analyze) collections, ledger_transactions, ledger_entries'),
  )
}

/** Returns how long the one in the middle took. */
async function vacuumUntil({ sql }: World, isOver: { yes: boolean }): Promise<number> {
  const timesMs: number[] = []
  await sql.unhurried(async (patient) => {
    while (!isOver.yes) {
      const began = performance.now()
      for (const part of await changedParts(patient)) await patient.unsafe(`vacuum (analyze) ${part}`)
      timesMs.push(performance.now() - began)
      await sleep(vacuumEveryMs)
    }
  })
  return timesMs.toSorted((one, other) => one - other)[timesMs.length >> 1] ?? Number.NaN
}

/** As autovacuum does it: what nobody has written to since is left alone. */
async function changedParts(sql: Database): Promise<string[]> {
  const parts = await sql<{ name: string }[]>`
    select s.relname as name from pg_partition_tree('collections') p join pg_stat_user_tables s on s.relid = p.relid
    where p.isleaf and s.n_mod_since_analyze > 0`
  return parts.map(({ name }) => name)
}

async function bytesPerCollection({ sql }: World): Promise<number> {
  const [row] = await sql<{ each: string }[]>`
    select (sum(pg_total_relation_size(relid)) / (select count(*) from collections))::text as each from pg_partition_tree('collections')`
  return Math.round(Number(row?.each ?? 0))
}

async function bytesPerTransaction({ sql }: World): Promise<number> {
  const [row] = await sql<{ each: string }[]>`
    select (sum(pg_total_relation_size(relid)) / (select count(*) from ledger_transactions))::text as each
    from (select relid from pg_partition_tree('ledger_transactions') union all select relid from pg_partition_tree('ledger_entries')) part`
  return Math.round(Number(row?.each ?? 0))
}

function inThousands(count: number): string {
  return count.toLocaleString('en-US')
}
