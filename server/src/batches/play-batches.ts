import { type Database, isHeldUp, type Transaction } from '../database/database.ts'
import { failureOf } from '../primitives/failure.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import { dueAfter, operatorMs, type WithdrawalRow } from '../withdrawals/withdrawals.ts'
import { approveRows, refuseUnreadyRows } from './approve-rows.ts'
import { isUndecided } from './batch-lifecycle.ts'
import { type BatchRow, lockFreeBatch, lockRows } from './batch-row.ts'
import type { BatchDesk } from './draft-rows.ts'
import { moveBatch } from './move-batch.ts'
import { rejectBatch } from './reject-batch.ts'
import { playedDelay } from './request-batch.ts'

const mostAtOnce = 20

/** Plays the operator of the sandbox: approves what is due, and lets go on what was paused. Returns how many it looked at. */
export async function playBatches(desk: BatchDesk): Promise<number> {
  const { sql, clock } = desk.world
  const due = await findDue(sql, clock.now())
  const faults: unknown[] = []
  for (const batch of due) {
    await play(desk, batch).catch((error: unknown) => {
      if (!isHeldUp(error)) faults.push(error)
    })
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} batches could not be played`)
  return due.length
}

async function findDue(sql: Database, now: Date): Promise<BatchRow[]> {
  const rows = await sql<BatchRow[]>`
    select * from disbursement_batches where due_at <= ${now} order by due_at limit ${mostAtOnce}`
  return [...rows]
}

async function play(desk: BatchDesk, { id, merchant_id: merchantId }: BatchRow): Promise<void> {
  const { world, registry } = desk
  const rowsDelayMs = await playedDelay(registry, { environment: 'sandbox', merchantId })
  const step = (decide: (tx: Transaction, batch: BatchRow) => Promise<unknown>) =>
    world.sql.begin(async (tx) => {
      const batch = await lockFreeBatch(tx, id)
      // Whoever has moved it since is right.
      if (batch.due_at !== null && batch.due_at <= world.clock.now()) await decide(tx, batch)
    })
  try {
    await step((tx, batch) => decide(tx, desk, batch, rowsDelayMs))
  } catch (error) {
    // What may not be approved is not tried again and again: nobody there would ever reject it.
    if (!(error instanceof Refusal)) throw error
    const isShort = error.code === 'insufficient_balance'
    const note = isShort ? 'the balance does not cover it' : error.message
    const failure = isShort
      ? failureOf('insufficient_funds', 'The balance does not cover it.')
      : failureOf('refused', error.message)
    await step((tx, batch) =>
      rejectBatch(tx, world, batch, { source: 'simulated_admin', byUser: null, note, failure }),
    )
  }
}

async function decide(
  tx: Transaction,
  { world, registry }: BatchDesk,
  batch: BatchRow,
  rowsDelayMs: number | null,
): Promise<void> {
  const now = world.clock.now()
  const wish = { batch, source: 'simulated_admin', byUser: null } as const
  if (!isUndecided(batch.status)) {
    await moveBatch(tx, world, { ...wish, to: 'PROCESSING', note: 'resumed by the sandbox' })
    return
  }
  const rows = await lockRows(tx, batch.id)
  if (batch.moves === 1 && rows.some((row) => isAskedAbout(registry, row))) {
    const note = 'Who are the recipients, and what is it for?'
    await moveBatch(tx, world, { ...wish, to: 'INFO_REQUESTED', note, dueAt: dueAfter(now, operatorMs) })
    return
  }
  await refuseUnreadyRows(tx, world, batch, rows, false)
  await approveRows(tx, world, batch, rows, {
    source: 'simulated_admin',
    byUser: null,
    note: 'approved by the sandbox',
    except: new Set(),
    rowsDueAt: dueAfter(now, rowsDelayMs),
  })
}

function isAskedAbout(registry: Registry, row: WithdrawalRow): boolean {
  return registry.rehearsalOf(row)?.asksFirst(row.destination_identifier) ?? false
}
