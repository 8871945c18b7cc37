import { randomUUID } from 'node:crypto'
import { moneyIn, type Posting, post } from '../../server/src/ledger/ledger.ts'
import { gather } from '../../server/src/primitives/gather.ts'
import type { World } from '../../server/src/world/world.ts'
import { openPgledger } from './anchors/pgledger.ts'
import { openRowLocks } from './anchors/row-locks.ts'
import type { SameServer } from './anchors/same-server.ts'
import { type Contender, inTurns } from './in-turns.ts'
import { promise } from './measure.ts'
import { remark } from './report/figures.ts'

const postingsAtOnce = 500
const callers = 16

/** One hot account: our batches against ledgers that lock its row for each transfer. */
export async function benchPostings(world: World, merchantId: string, server: SameServer): Promise<boolean> {
  console.log('\nPostings on one hot account, durable commits')
  const posting = (): Posting => ({
    cause: `bench ${randomUUID()}`,
    type: 'collection',
    direction: 'credit',
    amount: 100_000n,
    merchantId,
    environment: 'live',
    currency: 'TZS',
    ...moneyIn('bench', 100_000n),
  })
  const postAll = (postings: Posting[]) => world.sql.begin((tx) => post(tx, world, postings))
  const together = gather(
    async (postings: Posting[]) => {
      await postAll(postings)
      return postings.map(() => 1)
    },
    { most: postingsAtOnce, atOnce: 1 },
  )
  const inBatches = async () => {
    await postAll(Array.from({ length: postingsAtOnce }, posting))
    return postingsAtOnce
  }
  const pgledger = await openPgledger(server, callers)
  if (pgledger === undefined) remark('pgledger was not measured: set PGLEDGER to the folder of a copy')
  const contenders: Record<string, Contender> = {
    locks: { atOnce: callers, work: await openRowLocks(world, merchantId) },
    ...(pgledger && { pgledger: { atOnce: callers, work: pgledger } }),
    callers: { atOnce: callers, work: () => together(posting()), world },
    batches: { atOnce: 1, work: inBatches, world },
  }
  const best = await inTurns(contenders, {
    locks: `f  a function with row locks, ${callers} clients`,
    pgledger: `f  pgledger, ${callers} clients`,
    callers: `f  ours, ${callers} callers`,
    batches: `f  ours, batches of ${postingsAtOnce}`,
  })
  const ratio = (one: string, other: string) => (best.get(one) ?? 0) / (best.get(other) ?? 1)
  const kept = [promise('batches / row locks', ratio('batches', 'locks'), { atLeast: 10 })]
  if (pgledger !== undefined)
    kept.push(
      promise('batches of 500 / pgledger', ratio('batches', 'pgledger'), { atLeast: 25 }),
      promise('16 callers / pgledger', ratio('callers', 'pgledger'), { atLeast: 9 }),
    )
  return kept.every(Boolean)
}
