import type { Fragment, Transaction } from '../database/database.ts'
import { lowestIdAt } from '../primitives/id.ts'
import type { Book } from './account.ts'

/**
 * A place in a book: how far its rows go, and how far the chains of those accounts that move without rows. Whatever moved is either before
 * it or after it, as a whole.
 */
export type Cut = { lastSeq: bigint; reservedSeq: bigint; heldSeq: bigint }

/** What there is at a cut. */
export type Standing = { available: bigint; reserved: bigint; held: bigint }

export const beginningOfBook: Cut = { lastSeq: 0n, reservedSeq: 0n, heldSeq: 0n }

/** Somebody posts at this moment, so that nobody can say yet what comes first. */
export const isHeld = Symbol('the book is held')

/** Clocks of several processes differ a little, so that the order of the book is only nearly that of time. */
export const slackMs = 60_000

const chains = [
  { kind: 'reserved', place: 'reservedSeq' },
  { kind: 'held', place: 'heldSeq' },
] as const

/** When what comes first after a cut moved; null where nothing did. */
export async function movedAfter(tx: Transaction, book: Book, cut: Cut): Promise<Date | null> {
  const [first] = await tx<{ at: Date | null }[]>`
    select least(
      (select created_at from ledger_transactions where ${ofBook(tx, book)} and seq = ${cut.lastSeq + 1n}),
      ${createdWith(tx, book, 'reserved', cut.reservedSeq + 1n)}, ${createdWith(tx, book, 'held', cut.heldSeq + 1n)}) as at`
  return first?.at ?? null
}

/**
 * Where in the book an instant is, not before an earlier cut. Rows are written under the lock of their book and numbered there: once a
 * row from after the instant is seen, all before it are there for good, and nobody has to wait. Where there is none, somebody may be about to
 * write one from before: then the book is locked, until the end of the transaction, and only if nobody else holds it.
 */
export async function cutBook(
  tx: Transaction,
  book: Book,
  { after, at }: { after: Cut; at: Date },
): Promise<Cut | typeof isHeld> {
  let lastSeq = await lastBefore(tx, book, after, at)
  if (lastSeq === null) {
    const transactions = await lock(tx, book)
    if (transactions === isHeld) return isHeld
    // Only a statement that begins when the lock is held sees all that the last holder wrote.
    lastSeq = (await lastBefore(tx, book, after, at)) ?? transactions
  }
  const cut = { ...after, lastSeq }
  for (const { kind, place } of chains)
    cut[place] = await lastOfChain(tx, book, kind, { after: after[place], lastSeq, at })
  return cut
}

/** What there was at a cut, as the chains of the accounts have it. */
export async function standingAt(tx: Transaction, book: Book, cut: Cut): Promise<Standing> {
  const [standing] = await tx<Standing[]>`
    select coalesce((select balance_after from ledger_transactions where ${ofBook(tx, book)} and seq = ${cut.lastSeq}), 0)::bigint
        as available,
      ${balanceIn(tx, book, 'reserved', cut.reservedSeq)} as reserved, ${balanceIn(tx, book, 'held', cut.heldSeq)} as held`
  if (!standing) throw new Error('A book stands nowhere.')
  return standing
}

/** The last row before the first one that is of that instant or later; null while there is no such row. */
async function lastBefore(tx: Transaction, book: Book, after: Cut, at: Date): Promise<bigint | null> {
  const [next] = await tx<{ seq: bigint }[]>`
    select seq from ledger_transactions where ${ofBook(tx, book)} and created_at >= ${at} and seq > greatest(${after.lastSeq}::bigint,
      coalesce((select seq from ledger_transactions where ${ofBook(tx, book)} and seq is not null
        and id < ${lowestIdAt(at.getTime() - slackMs)} and touched(id) order by id desc limit 1), 0))
    order by seq limit 1`
  return next === undefined ? null : next.seq - 1n
}

/** How many rows the book has, once it is locked. Nobody waits here, so that nobody waits for whoever waits. */
async function lock(tx: Transaction, book: Book): Promise<bigint | typeof isHeld> {
  const locked =
    await tx`select from ledger_accounts where id = ${accountOf(tx, book, 'available')} for update skip locked`
  const [account] = await tx<{ transactions: bigint }[]>`
    select transactions from ledger_accounts where id = ${accountOf(tx, book, 'available')}`
  if (account === undefined) return 0n
  return locked.count === 1 ? account.transactions : isHeld
}

type Wish = { after: bigint; lastSeq: bigint; at: Date }

/**
 * The last entry of an account before a cut. Entries of rows are on the side of their row; those of what is no row on that of their time, as
 * far as the chain allows it.
 */
async function lastOfChain(tx: Transaction, book: Book, kind: string, wish: Wish): Promise<bigint> {
  const { after, lastSeq, at } = wish
  const entries = tx`ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where e.account_id = ${accountOf(tx, book, kind)}`
  const [found] = await tx<{ last: bigint }[]>`
    with next_row as materialized (
      select e.seq from ${entries} and e.seq > ${after} and t.seq > ${lastSeq} order by e.seq limit 1
    ), last_row as materialized (
      select e.seq from ${entries} and e.seq > ${after}
        and e.seq < coalesce((select seq from next_row), 9223372036854775807) and t.seq <= ${lastSeq}
      order by e.seq desc limit 1
    ), next_other as materialized (
      select e.seq from ${entries} and e.seq > coalesce((select seq from last_row), ${after})
        and e.seq < coalesce((select seq from next_row), 9223372036854775807) and t.seq is null and t.created_at >= ${at}
      order by e.seq limit 1
    )
    select coalesce((select seq - 1 from next_other), (select seq - 1 from next_row),
      (select e.seq from ledger_entries e where e.account_id = ${accountOf(tx, book, kind)} order by e.seq desc limit 1), 0)
      ::bigint as last`
  return found?.last ?? after
}

function ofBook(tx: Transaction, { merchantId, environment, currency }: Book): Fragment {
  return tx`merchant_id = ${merchantId} and environment = ${environment} and currency = ${currency}`
}

function accountOf(tx: Transaction, book: Book, kind: string): Fragment {
  return tx`(select id from ledger_accounts where ${ofBook(tx, book)} and kind = ${kind} and provider = '')`
}

function createdWith(tx: Transaction, book: Book, kind: string, seq: bigint): Fragment {
  return tx`(select t.created_at from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where e.account_id = ${accountOf(tx, book, kind)} and e.seq = ${seq})`
}

function balanceIn(tx: Transaction, book: Book, kind: string, seq: bigint): Fragment {
  return tx`coalesce((select balance_after from ledger_entries where account_id = ${accountOf(tx, book, kind)} and seq = ${seq}),
    0)::bigint`
}
