import { type Database, isHeldUp, type Transaction } from '../database/database.ts'
import { operatorMs } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { type BatchRow, lockFreeBatch } from './batch-row.ts'
import { moveBatch } from './move-batch.ts'

/** Handed over and unanswered at a time: as many as may fail before it is noticed. */
const mostOnTheWay = 50
/** What has no answer after so long keeps no other waiting: banks take a day. */
const answeredWithinMs = 10_000

/** The clocks of two processes are never quite the same. */
const aMomentMs = 2_000

/** So many of the last ended rows are looked at, and so many failures among them pause the batch. */
const lookedAt = 50
const tooManyFailures = 20

/** As many as are looked after in one round; the next round goes on behind them. */
const mostAtOnce = 200

/**
 * Looks after the batches that were approved: ends those whose rows have ended, pauses those that go wrong, and hands a few rows of the others
 * to whoever sends withdrawals, with leases, lanes and floats of their own. All of it stands in the database, so whoever dies is replaced.
 */
export function batchSender(world: World): () => Promise<number> {
  let after: string | null = null
  return async () => {
    const ids: string[] = await findUnderWay(world.sql, after)
    after = ids.length < mostAtOnce ? null : (ids.at(-1) ?? null)
    const faults: unknown[] = []
    for (const id of ids) {
      const looked = world.sql.begin((tx) => lookAfter(tx, world, id))
      await looked.catch((error: unknown) => {
        if (!isHeldUp(error)) faults.push(error)
      })
    }
    if (faults.length > 0)
      throw new AggregateError(faults, `${faults.length} batches could not be looked after`)
    return ids.length
  }
}

async function findUnderWay(sql: Database, after: string | null): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from disbursement_batches
    where status in ('PROCESSING', 'PAUSED') ${after === null ? sql`` : sql`and id > ${after}`}
    order by id limit ${mostAtOnce}`
  return rows.map(({ id }) => id)
}

async function lookAfter(tx: Transaction, world: World, id: string): Promise<void> {
  const batch = await lockFreeBatch(tx, id)
  if (batch.status !== 'PROCESSING' && batch.status !== 'PAUSED') return
  const wish = { batch, source: 'service', byUser: null } as const
  if (await isOver(tx, batch)) {
    await moveBatch(tx, world, { ...wish, to: 'DONE', note: null })
    world.crashPoint?.('batch.ending')
    return
  }
  if (batch.status === 'PAUSED') return
  const trouble = await findTrouble(tx, batch)
  if (trouble === null) return await handOver(tx, world, batch)
  await takeBackRows(tx, batch.id)
  // Nobody waits in the sandbox for a person who would look at it.
  const dueAt = batch.environment === 'sandbox' ? new Date(world.clock.now().getTime() + operatorMs) : null
  await moveBatch(tx, world, { ...wish, to: 'PAUSED', note: trouble, dueAt })
}

const open = [
  'PENDING_ADMIN_APPROVAL',
  'INFO_REQUESTED',
  'PROCESSING',
  'NEEDS_RECONCILIATION',
  'BLOCKED_IP_WHITELIST',
  'NEEDS_ADMIN_ATTENTION',
]

async function isOver(tx: Transaction, { id }: BatchRow): Promise<boolean> {
  const [left] = await tx`
    select from withdrawals where batch_id = ${id} and status = any(${open}::text[]) limit 1`
  return left === undefined
}

/** Why it should not go on, in words for people; null where nothing is in its way. */
async function findTrouble(tx: Transaction, { id, counts_from: since }: BatchRow): Promise<string | null> {
  const [found] = await tx<{ is_blocked: boolean; failed: number }[]>`
    select
      exists (select from withdrawals where batch_id = ${id} and status = 'BLOCKED_IP_WHITELIST'
        and updated_at >= ${since}::timestamptz) as is_blocked,
      (select count(*) filter (where status = 'FAILED')::int from (
        select status from withdrawals where batch_id = ${id} and completed_at >= ${since}::timestamptz and status <> 'REJECTED'
        order by completed_at desc limit ${lookedAt}) as ended) as failed`
  if (found?.is_blocked) return 'The provider turns our address away. It has to be allowed there first.'
  if ((found?.failed ?? 0) < tooManyFailures) return null
  return `${found?.failed} of the last ${lookedAt} rows failed.`
}

async function handOver(tx: Transaction, world: World, { id }: BatchRow): Promise<void> {
  const now = world.clock.now()
  const since = new Date(now.getTime() - answeredWithinMs)
  const soon = new Date(now.getTime() + aMomentMs)
  const handed = await tx`
    with on_the_way as (
      select count(*) as rows from (
        select from withdrawals where batch_id = ${id} and status = 'PROCESSING' and due_at is not null
          -- What waits for its network to come back is put off, and keeps no other waiting.
          and (sent_at is null and due_at < ${soon} or sent_at > ${since}) limit ${mostOnTheWay}) as counted
    ), next as (
      select id from withdrawals
      where batch_id = ${id} and status = 'PROCESSING' and attempts = 0 and due_at is null
      order by batch_row limit (select greatest(${mostOnTheWay} - rows, 0) from on_the_way) for update)
    update withdrawals w set due_at = ${now} from next where w.id = next.id`
  if (handed.count > 0) world.crashPoint?.('batch.handing-over')
}

/** What nobody has taken up to be sent goes back; what somebody has is sent. */
export async function takeBackRows(tx: Transaction, batchId: string): Promise<void> {
  await tx`
    update withdrawals set due_at = null
    where batch_id = ${batchId} and status = 'PROCESSING' and due_at is not null and attempts = 0 and sent_at is null`
}
