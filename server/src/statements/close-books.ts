import type { Transaction } from '../database/database.ts'
import { type Book, type Cut, cutBook, isHeld, movedAfter, slackMs, standingAt } from '../ledger/ledger.ts'
import { dayAfter, dayAt, endOf } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'
import { followDay } from './follow-days.ts'

/** Longer than a book of any length is closed for one day; whoever died is followed by somebody else after it. */
const leaseMs = 5 * 60_000

/** When somebody posts at that very moment, or the day is hardly over. */
const retryMs = 2_000

type Running = { stopping?: AbortSignal; onError?(error: unknown): void }

/** Closes whatever books are due, one after the other, each day by day. What fails is told, and tried again later. Returns how many there were. */
export async function closeBooks(world: World, { stopping, onError }: Running = {}): Promise<number> {
  for (let done = 0; ; done += 1) {
    const book = stopping?.aborted ? undefined : await claim(world)
    if (book === undefined) return done
    try {
      await closeBook(world, book, stopping)
    } catch (error) {
      onError?.(error)
      await putOff(world, book, leaseMs)
    }
  }
}

async function claim({ sql, clock }: World): Promise<Book | undefined> {
  const now = clock.now()
  const [book] = await sql<Book[]>`
    update book_closings set due_at = ${new Date(now.getTime() + leaseMs)}
    where (merchant_id, environment, currency) in (
      select merchant_id, environment, currency from book_closings
      where due_at <= ${now} and (followed_through is null or followed_through < wanted_through)
      order by due_at limit 1 for update skip locked)
    returning merchant_id as "merchantId", environment, currency`
  return book
}

async function closeBook(world: World, book: Book, stopping: AbortSignal | undefined): Promise<void> {
  while (!stopping?.aborted) {
    // Each day with what follows it: whoever dies in between leaves nothing half done.
    const step = await world.sql.begin((tx) => closeNextDay(tx, world, book))
    if (step === 'held') return await putOff(world, book, retryMs)
    if (step === 'closed') continue
    if (!(await followDay(world, book))) return await putOff(world, book, 0)
  }
  await putOff(world, book, 0)
}

async function putOff({ sql, clock }: World, book: Book, waitMs: number): Promise<void> {
  await sql`
    update book_closings set due_at = ${new Date(clock.now().getTime() + waitMs)}
    where merchant_id = ${book.merchantId} and environment = ${book.environment} and currency = ${book.currency}`
}

type ClosingRow = {
  wanted_through: string
  closed_through: string | null
  last_seq: bigint
  reserved_seq: bigint
  held_seq: bigint
}

/**
 * Closes the next day on which something moved, or all that are wanted where nothing did. It begins where the last closed day ended, and
 * whoever closes the same book waits: so no row is of two days, and none of no day.
 */
async function closeNextDay(tx: Transaction, world: World, book: Book): Promise<'closed' | 'held' | 'done'> {
  const row = await lockClosing(tx, book)
  if (row.closed_through !== null && row.closed_through >= row.wanted_through) return 'done'
  const after: Cut = { lastSeq: row.last_seq, reservedSeq: row.reserved_seq, heldSeq: row.held_seq }
  const day = nextDay(row, await movedAfter(tx, book, after))
  const at = endOf(day)
  const now = world.clock.now()
  // A row of before may still be written by a clock that is slow.
  if (at === null || now.getTime() < at.getTime() + slackMs) return 'held'
  const cut = await cutBook(tx, book, { after, at })
  if (cut === isHeld) return 'held'
  await tx`
    update book_closings set closed_through = ${day}, last_seq = ${cut.lastSeq}, reserved_seq = ${cut.reservedSeq},
      held_seq = ${cut.heldSeq}
    where merchant_id = ${book.merchantId} and environment = ${book.environment} and currency = ${book.currency}`
  const hasMoved =
    cut.lastSeq > after.lastSeq || cut.reservedSeq > after.reservedSeq || cut.heldSeq > after.heldSeq
  if (hasMoved) {
    const { available, reserved, held } = await standingAt(tx, book, cut)
    await tx`
      insert into book_days (merchant_id, environment, currency, day, first_seq, last_seq, reserved_seq, held_seq, available, reserved,
        held, closed_at)
      values (${book.merchantId}, ${book.environment}, ${book.currency}, ${day}, ${after.lastSeq + 1n}, ${cut.lastSeq},
        ${cut.reservedSeq}, ${cut.heldSeq}, ${available}, ${reserved}, ${held}, ${now})`
  }
  return 'closed'
}

/** What moves by a clock that is slow is of the first day that is still open. */
function nextDay({ wanted_through: wanted, closed_through: closed }: ClosingRow, moved: Date | null): string {
  if (moved === null) return wanted
  const first = closed === null ? dayAt(moved) : laterOf(dayAt(moved), dayAfter(closed))
  return first < wanted ? first : wanted
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other
}

async function lockClosing(tx: Transaction, book: Book): Promise<ClosingRow> {
  const [row] = await tx<ClosingRow[]>`
    select wanted_through::text as wanted_through, closed_through::text as closed_through, last_seq, reserved_seq, held_seq
    from book_closings
    where merchant_id = ${book.merchantId} and environment = ${book.environment} and currency = ${book.currency} for update`
  if (!row) throw new Error('A book is closed that nobody wants closed.')
  return row
}

/** Asks for a book to be closed to the end of a day; whoever asks for less than was asked before changes nothing. */
export async function wantClosed(tx: Transaction, world: World, book: Book, through: string): Promise<void> {
  const now = world.clock.now()
  await tx`
    insert into book_closings as b (merchant_id, environment, currency, automatic_from, wanted_through, due_at)
    values (${book.merchantId}, ${book.environment}, ${book.currency},
      coalesce((select max(day) + 1 from closed_nights), ${dayAfter(dayAt(now), -1)}), ${through}, ${now})
    on conflict (merchant_id, environment, currency) do update
    set wanted_through = excluded.wanted_through, due_at = least(b.due_at, excluded.due_at)
    where b.wanted_through < excluded.wanted_through`
}
