import type { Fragment, Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import { type AccountName, type Book, bookKey } from './account.ts'

export type OpenAccount = Book &
  AccountName & {
    id: string
    balance: bigint
    entries: bigint
    /** On the account `available`: how many transactions its book has. */
    transactions: bigint
  }

/** The accounts of each book, by the key of the book. */
export type OpenBooks = Map<string, OpenAccount[]>

/**
 * Locks books until the commit and reads them. The lock is that of the account `available`: whoever holds it may read
 * and change every account of the book, so the others need no lock of their own.
 */
export async function openBooks(tx: Transaction, world: World, books: Book[]): Promise<OpenBooks> {
  const sorted = books.toSorted((a, b) => (bookKey(a) < bookKey(b) ? -1 : 1))
  if (!(await lock(tx, sorted))) {
    await create(tx, world, sorted)
    if (!(await lock(tx, sorted))) throw new Error('A book cannot be locked, though it was created.')
  }
  const opened: OpenBooks = new Map(books.map((book) => [bookKey(book), []]))
  // A statement of its own: only one that begins when the lock is held sees all that the last holder wrote.
  const accounts = await tx<OpenAccount[]>`
    select id, merchant_id as "merchantId", environment, currency, kind, provider, balance, entries, transactions
    from ${accountsOf(tx, books)}`
  for (const account of accounts) opened.get(bookKey(account))?.push(account)
  return opened
}

/** All or none: whoever waits for another's new book while holding an old one could wait for ever. */
async function lock(tx: Transaction, books: Book[]): Promise<boolean> {
  const locked = await tx`
    with wanted as materialized (
      select id from ${accountsOf(tx, books, tx`and kind = 'available'`)})
    select from ledger_accounts
    where merchant_id = any(${merchantsOf(books)}::uuid[]) and id = any(array(select id from wanted)) and ${books.length} = (select count(*) from wanted)
    order by id for update`
  return locked.count === books.length
}

/** In the order of their keys, so that two who create the same books wait for each other in one direction only. */
async function create(tx: Transaction, world: World, books: Book[]): Promise<void> {
  await tx`
    insert into ledger_accounts (id, merchant_id, environment, currency, kind)
    select new.id, new.merchant_id, new.environment, new.currency, 'available'
    from unnest(${books.map(() => world.newId())}::uuid[], ${books.map(({ merchantId }) => merchantId)}::uuid[],
      ${books.map(({ environment }) => environment)}::text[], ${books.map(({ currency }) => currency)}::text[])
      with ordinality as new (id, merchant_id, environment, currency, place)
    order by new.place
    on conflict (merchant_id, environment, currency, kind, provider) do nothing`
}

/**
 * The accounts of books, each looked up by itself, which `offset` sees to. Were the server free to choose, it would compare every account there is with
 * every book, if there were few when it planned that, and would go on so when there are many.
 */
function accountsOf(tx: Transaction, books: Book[], condition: Fragment = tx``): Fragment {
  return tx`
    unnest(${books.map(({ merchantId }) => merchantId)}::uuid[], ${books.map(({ environment }) => environment)}::text[],
      ${books.map(({ currency }) => currency)}::text[]) as book (of, within, held_in)
    cross join lateral (
      select * from ledger_accounts
      where merchant_id = book.of and merchant_id = any(${merchantsOf(books)}::uuid[])
        and environment = book.within and currency = book.held_in ${condition} offset 0) as account`
}

/** Said beside the books, so that a cluster that is spread by merchant sees without looking which of its nodes has them. */
function merchantsOf(books: Book[]): string[] {
  return [...new Set(books.map(({ merchantId }) => merchantId))]
}
