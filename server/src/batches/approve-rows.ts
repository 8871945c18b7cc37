import type { Transaction } from '../database/database.ts'
import { readAvailable, tooLittle } from '../ledger/ledger.ts'
import { Refusal } from '../primitives/refusal.ts'
import { refuseUnreadyAmong } from '../recipients/recipients.ts'
import {
  findPaidBefore,
  moveWithdrawals,
  refuseContradicted,
  stepOf,
  type WithdrawalRow,
} from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { type BatchRow, needsItsOwn } from './batch-row.ts'
import { moveBatch } from './move-batch.ts'

export type BatchApproval = {
  source: 'super_admin' | 'simulated_admin'
  byUser: string | null
  note: string | null
  /** The numbers of rows that are rejected while the others are approved. */
  except: ReadonlySet<number>
  /** In the sandbox, of rows that need an approval of their own: when it is played. */
  rowsDueAt: Date | null
}

/**
 * Lets a batch go: the money of all rows that go with it is set aside, or of none. Those that need an approval of their own are freed to
 * wait for it. The rows are locked by the caller, after the batch.
 */
export async function approveRows(
  tx: Transaction,
  world: World,
  batch: BatchRow,
  rows: readonly WithdrawalRow[],
  approval: BatchApproval,
): Promise<BatchRow> {
  const { source, byUser, note, except } = approval
  const isExcepted = ({ batch_row: row }: WithdrawalRow) => row !== null && except.has(row)
  const approved = rows.filter((row) => !isExcepted(row))
  await refusePaidSince(tx, approved)
  const going = approved.filter((row) => !needsItsOwn(batch, row))
  if (going.length > 0) await refuseUncovered(tx, batch, going)
  const at = world.clock.now()
  const wish = { source, byUser, providerStatus: null, note }
  const rejected = rows.filter(isExcepted)
  await refuseContradicted(
    tx,
    rejected.map(({ id }) => id),
  )
  await moveWithdrawals(tx, world, [
    ...going.map((withdrawal) => stepOf({ ...wish, withdrawal, to: 'PROCESSING' }, at)),
    ...rejected.map((withdrawal) => stepOf({ ...wish, withdrawal, to: 'REJECTED' }, at)),
  ])
  if (going.length < approved.length) await freeRows(tx, batch, approval.rowsDueAt)
  return await moveBatch(tx, world, { batch, to: 'PROCESSING', source, byUser, note })
}

/**
 * Refuses rows to recipients that are not ready, and tells which are approved although theirs cool. Of those that need an approval of their
 * own, that one asks.
 */
export async function refuseUnreadyRows(
  tx: Transaction,
  { clock }: Pick<World, 'clock'>,
  batch: BatchRow,
  rows: readonly WithdrawalRow[],
  isOverridden: boolean,
): Promise<number[]> {
  const going = rows.filter((row) => !needsItsOwn(batch, row))
  if (going.length === 0) return []
  const { merchant_id: merchantId, environment } = batch
  const meant = going.map((place) => ({ row: place.batch_row ?? 0, recipientId: place.recipient_id, place }))
  return await refuseUnreadyAmong(tx, { merchantId, environment }, meant, clock.now(), isOverridden)
}

/** One question for the sum, so that whoever decides reads what all of it needs; the book itself refuses whatever came in between. */
async function refuseUncovered(
  tx: Transaction,
  { merchant_id: merchantId, environment, currency }: BatchRow,
  rows: readonly WithdrawalRow[],
): Promise<void> {
  const needed = rows.reduce((sum, { total_reserved: reserved }) => sum + reserved, 0n)
  const available = await readAvailable(tx, { merchantId, environment, currency })
  if (available < needed) throw tooLittle(currency, available, needed)
}

/** What failed and is tried once more may have been paid after all: then somebody would get it twice. */
async function refusePaidSince(tx: Transaction, rows: readonly WithdrawalRow[]): Promise<void> {
  const retries = rows.flatMap(({ id, retry_of: retried }) => (retried === null ? [] : id))
  if (retries.length === 0) return
  const paid = await findPaidBefore(tx, retries, tx`for share of w`)
  if (paid.size === 0) return
  const numbers = rows.flatMap(({ id, batch_row: row }) => (paid.has(id) ? (row ?? []) : []))
  throw new Refusal('invalid_state', {
    message:
      'Some of these were paid after all, or nobody knows by now. Approve the batch except those rows.',
    details: { rows: numbers, payment: 'paid' },
  })
}

/** Whatever is still undecided once the others have gone. */
async function freeRows(tx: Transaction, { id }: BatchRow, dueAt: Date | null): Promise<void> {
  await tx`
    update withdrawals set awaits_batch = false, due_at = ${dueAt}
    where batch_id = ${id} and status = 'PENDING_ADMIN_APPROVAL'`
}
