import type { Transaction } from '../database/database.ts'
import type { Book } from '../ledger/ledger.ts'
import { dayAfter } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'
import { makeStatement } from './make-statement.ts'
import { settleDay } from './settle-day.ts'
import { readSchedule } from './statement-schedule.ts'

type Followed = { automatic_from: string; closed_through: string | null; followed_through: string | null }

/**
 * Does what follows the next closed day: it is settled, and its statement and that of a month which ended with it or before it are asked for. Once, because
 * it is remembered in the same transaction. Answers whether there was one.
 */
export async function followDay(world: World, book: Book): Promise<boolean> {
  // A long day takes its time to be added up, longer than anybody else's statement may.
  return await world.sql.unhurried((patient) =>
    patient.begin(async (tx) => {
      const row = await lockClosing(tx, book)
      const { closed_through: closed, followed_through: followed } = row
      if (closed === null || (followed !== null && followed >= closed)) return false
      const day = await nextClosedDay(tx, book, row)
      if (day !== undefined) await settleDay(tx, book, day)
      await makeThoseByThemselves(tx, world, book, row, day)
      await tx`
        update book_closings set followed_through = ${day ?? closed}
        where merchant_id = ${book.merchantId} and environment = ${book.environment} and currency = ${book.currency}`
      return true
    }),
  )
}

async function lockClosing(tx: Transaction, book: Book): Promise<Followed> {
  const [row] = await tx<Followed[]>`
    select automatic_from::text as automatic_from, closed_through::text as closed_through, followed_through::text as followed_through
    from book_closings
    where merchant_id = ${book.merchantId} and environment = ${book.environment} and currency = ${book.currency} for update`
  if (!row) throw new Error('A day is followed of a book that nobody closes.')
  return row
}

async function nextClosedDay(tx: Transaction, book: Book, row: Followed): Promise<string | undefined> {
  const [next] = await tx<{ day: string }[]>`
    select day::text as day from book_days
    where merchant_id = ${book.merchantId} and environment = ${book.environment} and currency = ${book.currency}
      and day > ${row.followed_through ?? '-infinity'}::date and day <= ${row.closed_through}::date
    order by day limit 1`
  return next?.day
}

/** Days on which nothing moved have no statement; months have one, once something ever moved. */
async function makeThoseByThemselves(
  tx: Transaction,
  world: World,
  book: Book,
  row: Followed,
  closed: string | undefined,
): Promise<void> {
  const through = closed ?? row.closed_through
  if (through === null || through < row.automatic_from) return
  const schedule = await readSchedule(tx, book)
  const after = row.followed_through ?? dayAfter(row.automatic_from, -1)
  const first = after < row.automatic_from ? row.automatic_from : dayAfter(after)
  const months = schedule.monthly && (await hasBegun(tx, book)) ? monthEnds(first, through) : []
  for (const end of months)
    await makeStatement(tx, world, { ...book, from: `${end.slice(0, 8)}01`, to: end, kind: 'monthly' })
  if (schedule.daily && closed !== undefined)
    await makeStatement(tx, world, { ...book, from: closed, to: closed, kind: 'daily' })
}

async function hasBegun(tx: Transaction, book: Book): Promise<boolean> {
  const { count } = await tx`
    select from book_days
    where merchant_id = ${book.merchantId} and environment = ${book.environment} and currency = ${book.currency} limit 1`
  return count > 0
}

/** The last days of months from one day to another, both included. */
export function monthEnds(first: string, last: string): string[] {
  const ends: string[] = []
  for (let end = endOfMonth(first); end <= last; end = endOfMonth(dayAfter(end))) ends.push(end)
  return ends
}

function endOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
