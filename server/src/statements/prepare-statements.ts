import type { LedgerTransaction } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Book, type BookRow, readRows, type Standing } from '../ledger/ledger.ts'
import { dayAfter } from '../primitives/instant.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { World } from '../world/world.ts'
import { hashStatement } from './canonical-form.ts'
import { bookOf, type StatementRow, statementColumns, type Totals } from './statement-row.ts'
import { tellReady } from './tell-ready.ts'

/** Longer than any page takes between two extensions; whoever died is followed by somebody else after it. */
const leaseMs = 60_000

/** How often whoever adds up a long one says that they are still at it, in pages. */
const pagesBetween = 20

/** After a failure, which is told. */
const waitMs = 60_000

/** Somebody else has taken it over, or we are to stop: it is begun anew by whoever holds it. */
class LetGo extends Error {
  override name = 'LetGo'
}

type Running = { stopping?: AbortSignal; onError?(error: unknown): void }

/** Prepares whatever is due and whose days are closed, one after the other. Returns how many there were. */
export async function prepareStatements(world: World, { stopping, onError }: Running = {}): Promise<number> {
  for (let done = 0; ; done += 1) {
    const statement = stopping?.aborted ? undefined : await claim(world)
    if (statement === undefined) return done
    try {
      await prepare(world, statement, stopping)
    } catch (error) {
      const isLetGo = error instanceof LetGo
      if (!isLetGo) onError?.(error)
      await putOff(world, statement, isLetGo ? 0 : waitMs)
    }
  }
}

async function claim({ sql, clock }: World): Promise<StatementRow | undefined> {
  const now = clock.now()
  const [claimed] = await sql<StatementRow[]>`
    update statements set due_at = ${new Date(now.getTime() + leaseMs)}, lease = lease + 1
    where id = (
      select s.id from statements s join book_closings b using (merchant_id, environment, currency)
      where s.due_at <= ${now} and b.closed_through >= s.to_day order by s.due_at limit 1 for update of s skip locked)
    returning ${statementColumns(sql)}`
  return claimed
}

async function prepare(world: World, statement: StatementRow, stopping?: AbortSignal): Promise<void> {
  const { opening, closing } = await readEnds(world, statement)
  const hash = hashStatement(statement, opening)
  const sums = new Map<string, Sum>()
  let pages = 0
  const span = { first: opening.lastSeq + 1n, last: closing.lastSeq }
  for await (const rows of readRows(world.sql, bookOf(statement), span)) {
    hash.add(rows)
    addUp(sums, rows)
    pages += 1
    if (pages % pagesBetween === 0) await extend(world, statement, stopping)
  }
  const isEmpty = span.first > span.last
  await world.sql.begin(async (tx) => {
    const [ready] = await tx<StatementRow[]>`
      update statements set status = 'READY', due_at = null, ready_at = ${world.clock.now()}, sha256 = ${hash.end(closing)},
        opening_available = ${opening.available}, opening_reserved = ${opening.reserved}, opening_held = ${opening.held},
        closing_available = ${closing.available}, closing_reserved = ${closing.reserved}, closing_held = ${closing.held},
        first_seq = ${isEmpty ? null : span.first}, last_seq = ${isEmpty ? null : span.last},
        totals = ${JSON.stringify(totalsOf(sums))}::text::json
      where id = ${statement.id} and lease = ${statement.lease} and status = 'PREPARING'
      returning ${statementColumns(tx)}`
    if (!ready) throw new LetGo('Somebody else works on it.')
    await tellReady(tx, world, ready)
    world.crashPoint?.('statement.ending')
  })
}

type End = Standing & { lastSeq: bigint }

/** What there was before the first day and after the last. Days on which nothing moved ended as the one before. */
async function readEnds({ sql }: World, statement: StatementRow): Promise<{ opening: End; closing: End }> {
  const { merchantId, environment, currency }: Book = bookOf(statement)
  const endOf = async (before: string) => {
    const [end] = await sql<End[]>`
      select last_seq as "lastSeq", available, reserved, held from book_days
      where merchant_id = ${merchantId} and environment = ${environment} and currency = ${currency} and day < ${before}::date
      order by day desc limit 1`
    return end ?? { lastSeq: 0n, available: 0n, reserved: 0n, held: 0n }
  }
  return { opening: await endOf(statement.from_day), closing: await endOf(dayAfter(statement.to_day)) }
}

type Kind = Pick<Static<typeof LedgerTransaction>, 'type' | 'direction'>
type Sum = Kind & { count: number; amount: bigint }

function addUp(sums: Map<string, Sum>, rows: readonly BookRow[]): void {
  for (const { type, direction, amount } of rows) {
    const key = `${type} ${direction}`
    const sum = sums.get(key) ?? { type, direction, count: 0, amount: 0n }
    sum.count += 1
    sum.amount += amount
    sums.set(key, sum)
  }
}

function totalsOf(sums: Map<string, Sum>): Totals {
  const all = [...sums.values()].toSorted((a, b) => (a.type + a.direction < b.type + b.direction ? -1 : 1))
  const sumOf = (direction: string) =>
    textFromMinor(all.reduce((sum, one) => (one.direction === direction ? sum + one.amount : sum), 0n))
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    credits: sumOf('credit'),
    debits: sumOf('debit'),
    types: all.map((one) => ({ ...one, amount: textFromMinor(one.amount) })),
  }
}

/** Only the holder of the lease goes on. */
async function extend(
  { sql, clock }: World,
  { id, lease }: StatementRow,
  stopping?: AbortSignal,
): Promise<void> {
  if (stopping?.aborted) throw new LetGo('The service stops.')
  const { count } = await sql`
    update statements set due_at = ${new Date(clock.now().getTime() + leaseMs)}
    where id = ${id} and lease = ${lease} and status = 'PREPARING'`
  if (count === 0) throw new LetGo('Somebody else works on it.')
}

async function putOff({ sql, clock }: World, { id, lease }: StatementRow, ms: number): Promise<void> {
  await sql`
    update statements set due_at = ${new Date(clock.now().getTime() + ms)}
    where id = ${id} and lease = ${lease} and status = 'PREPARING'`
}
