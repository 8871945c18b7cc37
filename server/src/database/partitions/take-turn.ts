import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Transaction, Work } from '../connect-database.ts'
import { HeldByOthers } from '../passing-fault.ts'

/** Whoever waits for a lock on a table holds up everybody behind; a busy table is left alone until the next round. */
const lockWaitMs = 200

/** How long others with partitions to change are waited for: by whoever holds nothing meanwhile, and by whoever does. */
const turnWaitMs = { alone: 15_000, inside: 5_000 }
const pausesMs = [50, 150] as const

// Any number that nobody else in this database uses; with it, one process at a time changes partitions.
const partitionLock = 7_245_004

/**
 * A transaction for changing partitions: one process at a time, and nobody is held up for long. Whoever waits for a turn holds no connection
 * meanwhile: where many tables come due at once there would be none left for those who pay.
 */
export async function takeTurn<Result>(sql: Database, work: Work<Result>): Promise<Result> {
  const deadline = performance.now() + turnWaitMs.alone
  for (;;) {
    const turn = await sql.begin(async (tx) => {
      const [free] = await tx<{ ours: boolean }[]>`select pg_try_advisory_xact_lock(${partitionLock}) as ours`
      if (!free?.ours) return null
      await tx.unsafe(`set local lock_timeout = ${lockWaitMs}`)
      return { result: await work(tx) }
    })
    if (turn !== null) return turn.result
    if (performance.now() > deadline) throw new HeldByOthers('Other partitions are being changed.')
    await sleep(randomInt(...pausesMs))
  }
}

/** The same for the end of a transaction that had other work to do before: only others who change partitions wait for it. */
export async function enterTurn(tx: Transaction): Promise<void> {
  await tx.unsafe(`set local lock_timeout = ${turnWaitMs.inside}`)
  await tx`select pg_advisory_xact_lock(${partitionLock})`
  await tx.unsafe(`set local lock_timeout = ${lockWaitMs}`)
}
