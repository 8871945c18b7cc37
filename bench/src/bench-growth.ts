import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from '../../server/src/world/world.ts'
import { benchMerchantId } from './bench-merchant.ts'
import { liver } from './bench-whole-lives.ts'
import { fillCollections } from './fill-collections.ts'
import { inTurns } from './in-turns.ts'
import { promise } from './measure.ts'
import { remark } from './report/figures.ts'

const sizes = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number)
const livesAtOnce = 200
const merchantsAtWork = 100
/** Far more often than autovacuum would come, and not always: a vacuum that never rests takes a core from whatever is measured. */
const vacuumEveryMs = 1_000

/** Whole lives in an installation that has grown, while it is vacuumed: as quick as in a young one. */
export async function benchGrowth(world: World): Promise<boolean> {
  console.log(
    `\nWhole lives with ${sizes.map(inThousands).join(', ')} collections behind them, vacuum running`,
  )
  const live = liver(world)
  const old = await benchMerchantId(world)
  const merchants: string[] = []
  while (merchants.length < merchantsAtWork) merchants.push(await benchMerchantId(world))
  let [filled, turn, young] = [0, 0, 0]
  const kept: boolean[] = []
  const next = async () => {
    turn += 1
    await live(merchants[turn % merchantsAtWork] ?? '')
    return 1
  }
  for (const size of sizes) {
    await fillCollections(world, old, size - filled)
    filled = size
    const isOver = { yes: false }
    const vacuuming = vacuumUntil(world, isOver)
    const name = `with ${inThousands(size)}`
    const best = await inTurns({ lives: { atOnce: livesAtOnce, work: next, world } }, { lives: name })
    isOver.yes = true
    await vacuuming
    const rate = best.get('lives') ?? 0
    remark(`${name}: ${await bytesPerCollection(world)} bytes of disk per collection, indexes included`)
    if (young === 0) young = rate
    else
      kept.push(promise(`lives ${name} / with ${inThousands(sizes[0] ?? 0)}`, rate / young, { atLeast: 0.8 }))
  }
  return kept.every(Boolean)
}

async function vacuumUntil({ sql }: World, isOver: { yes: boolean }): Promise<void> {
  await sql.unhurried(async (patient) => {
    while (!isOver.yes) {
      await patient.unsafe('vacuum (analyze) collections')
      await sleep(vacuumEveryMs)
    }
  })
}

async function bytesPerCollection({ sql }: World): Promise<number> {
  const [row] = await sql<{ each: string }[]>`
    select (sum(pg_total_relation_size(c.oid)) / (select count(*) from collections))::bigint::text as each
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relname = 'collections'`
  return Number(row?.each ?? 0)
}

function inThousands(count: number): string {
  return count.toLocaleString('en-US')
}
