import type { Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import { type Book, bookKey } from './account.ts'
import { openBooks } from './open-books.ts'
import type { Posting } from './posting.ts'
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
