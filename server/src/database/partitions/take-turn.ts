import type { Database, Transaction, Work } from '../connect-database.ts'

/** Whoever waits for a lock on a table holds up everybody behind; a busy table is left alone until the next round. */
const lockWaitMs = 200

/** Waiting for one's turn holds up nobody: only others with partitions to change stand here, all of which begin with the process. */
const turnWaitMs = 5_000

// Any number that nobody else in this database uses; with it, one process at a time changes partitions.
const partitionLock = 7_245_004

/** A transaction for changing partitions: one process at a time, and nobody is held up for long. */
export async function takeTurn<Result>(sql: Database, work: Work<Result>): Promise<Result> {
  return await sql.begin(async (tx: Transaction) => {
    await enterTurn(tx)
    return await work(tx)
  })
}

/** The same for the end of a transaction that had other work to do before. */
export async function enterTurn(tx: Transaction): Promise<void> {
  await tx.unsafe(`set local lock_timeout = ${turnWaitMs}`)
  await tx`select pg_advisory_xact_lock(${partitionLock})`
  await tx.unsafe(`set local lock_timeout = ${lockWaitMs}`)
}
