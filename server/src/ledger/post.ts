import type { Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import { type Book, bookKey, type Posting } from './account.ts'
import { depositLegs } from './legs.ts'
import { openBooks } from './open-books.ts'
import { runPostings } from './run-postings.ts'
import { writeJournal } from './write-journal.ts'

/**
 * The one way to move money. All postings are made in their order, or none is. It locks what it touches until the
 * commit, in one order for everybody: call it once in a transaction, with everything that the transaction posts.
 */
export async function post(tx: Transaction, world: World, postings: Posting[]): Promise<void> {
  if (postings.length === 0) return
  const books = new Map<string, Book>(postings.map((posting) => [bookKey(posting), posting]))
  const opened = await openBooks(tx, world, [...books.values()])
  await writeJournal(tx, runPostings(opened, world, postings))
}

export type Deposit = Book & {
  amount: bigint
  cause: string
  reference: string | null
  description: string | null
}

/** Money from outside any provider: an operator's opening balance, a top-up of the sandbox. */
export async function deposit(tx: Transaction, world: World, ...deposits: Deposit[]): Promise<void> {
  await post(
    tx,
    world,
    deposits.map((one) => ({ ...one, type: 'deposit', direction: 'credit', ...depositLegs(one.amount) })),
  )
}
