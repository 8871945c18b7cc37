import type { Database, Fragment, Transaction } from '../database/database.ts'
import { findCalledGone, triesOf } from '../evidence/evidence.ts'
import { isFromReturns, type RefundRow } from './withdrawal-row.ts'

type Order = Pick<RefundRow, 'collection_id' | 'paid_as'>

/** How often what was owed for an order is booked as taken back by the provider, and how often as come once more. */
export type Turns = { gone: number; come: number }

/** Whether the provider has returned what a refund would return, or says so and nobody has decided yet. */
export async function hasGoneBack(
  sql: Database | Transaction,
  row: RefundRow,
  locking: Fragment = sql``,
): Promise<boolean> {
  const { collection_id: id, paid_as: paidAs } = row
  const [collection] = await sql<{ status: string; shown: string }[]>`
    select status, provider_reference as shown from collections where id = ${id} ${locking}`
  if (!isFromReturns(row)) return collection?.status === 'reversed'
  const { gone, come } = await countTurns(sql, row)
  if (gone > come) return true
  const [told] = await sql<{ status: string; action: string | null }[]>`
    select d.status, d.action from ${reversalsOf(sql, row)} order by d.status = 'open' desc, d.id desc limit 1`
  // What was the merchant's was taken back before this came. One page may have been paid more than once: what became of another order of it
  // says nothing about this money.
  const isOnceMore = collection?.status === 'reversed' && collection.shown === paidAs
  if (isOnceMore && told?.status !== 'open' && told?.action !== 'keep_ours')
    return await isCalledGone(sql, row)
  if (!told) return await wasReversed(sql, row)
  // Whoever kept ours has said that the money is there. What was accepted without a booking was returned before anybody was owed it.
  return told.status === 'open' || (told.action === 'accept_provider' && gone === 0)
}

/**
 * Whether the provider has ever said that it took back the money of an order, whatever anybody decided then. Of what came once more after the
 * merchant's was taken back, what the provider said last counts: it was asked.
 */
export async function wasToldGone(sql: Database | Transaction, order: Order): Promise<boolean> {
  const [told] = await sql<{ is_open: boolean }[]>`
    select bool_or(d.status = 'open') as is_open from ${reversalsOf(sql, order)} having count(*) > 0`
  const [onceMore] = await sql`
    select from collections
    where id = ${order.collection_id} and provider_reference = ${order.paid_as} and status = 'reversed'`
  if (onceMore) return told?.is_open === true || (await isCalledGone(sql, order))
  return told !== undefined || (await wasReversed(sql, order))
}

/** Whether the provider has taken it back since that contradiction was told. */
export async function wasToldGoneSince(
  sql: Database | Transaction,
  order: Order,
  discrepancyId: string,
): Promise<boolean> {
  const [told] = await sql`select from ${reversalsOf(sql, order)} and d.id > ${discrepancyId} limit 1`
  return told !== undefined
}

export async function countTurns(
  sql: Database | Transaction,
  { collection_id: id, paid_as: paidAs }: Order,
): Promise<Turns> {
  const [turns] = await sql<Turns[]>`
    select (count(*) filter (where t.cause like '% gone'))::int as gone, (count(*) filter (where t.cause like '% come'))::int as come
    from withdrawals w join ledger_transactions t on t.withdrawal_id = w.id and t.type = 'payer_return'
    where w.collection_id = ${id} and w.paid_as = ${paidAs} and w.origin in ('declined', 'mispaid')`
  return turns ?? { gone: 0, come: 0 }
}

/** The contradictions `d` that tell of it. */
function reversalsOf(sql: Database | Transaction, { collection_id: id, paid_as: paidAs }: Order): Fragment {
  return sql`discrepancies d join collections c on c.id = d.collection_id
    where d.collection_id = ${id} and d.kind = 'reversal_after_failure' and coalesce(d.reference, c.provider_reference) = ${paidAs}`
}

async function wasReversed(sql: Database | Transaction, order: Order): Promise<boolean> {
  const [told] = await sql`
    select from provider_words where subject_id = any(${await triesAs(sql, order)}::uuid[]) and kind = 'reversed' limit 1`
  return told !== undefined
}

/** Whether the provider has said last that no money of the order is there. */
async function isCalledGone(sql: Database | Transaction, order: Order): Promise<boolean> {
  return (await findCalledGone(sql, await triesAs(sql, order))).size > 0
}

/** The try that an order is: its provider's words are about that. */
async function triesAs(
  sql: Database | Transaction,
  { collection_id: id, paid_as: paidAs }: Order,
): Promise<string[]> {
  const tries = await sql<{ id: string }[]>`
    select id from collection_tries
    where id in (select id from ${triesOf(sql, sql`${id}::uuid`)} tries) and provider_reference = ${paidAs}`
  return tries.map((one) => one.id)
}
