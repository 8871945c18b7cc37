import type { Environment } from '@malipo/contract'
import { columnsOf, type Database, HeldByOthers, type Transaction } from '../database/database.ts'
import type { Metadata } from '../metadata/metadata.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { WithdrawalRow } from '../withdrawals/withdrawals.ts'
import type { BatchStatus } from './batch-lifecycle.ts'

export type BatchRow = {
  id: string
  merchant_id: string
  environment: Environment
  api_key_id: string | null
  asked_by: string | null
  name: string
  status: BatchStatus
  /** Whether each row needs an approval of its own after that of the batch. */
  approve_rows: boolean
  /** The batch whose failed rows these are once more. */
  retry_of: string | null
  currency: string
  row_count: number
  amount_total: bigint
  charges_total: bigint
  content_hash: string
  moves: number
  /** When the played operator of the sandbox comes to it. */
  due_at: Date | null
  /** Failures before this time do not pause it. */
  counts_from: Date | null
  metadata: Metadata | null
  /** What a rule has met in the first of its rows that need an approval of their own because of it. */
  review_hit: string | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

export const batchColumns = columnsOf<BatchRow>({
  id: 'not null',
  merchant_id: 'not null',
  environment: 'not null',
  api_key_id: 'null',
  asked_by: 'null',
  name: 'not null',
  status: 'not null',
  approve_rows: 'not null',
  retry_of: 'null',
  currency: 'not null',
  row_count: 'not null',
  amount_total: 'not null',
  charges_total: 'not null',
  content_hash: 'not null',
  moves: 'not null',
  due_at: 'null',
  counts_from: 'null',
  metadata: 'null',
  review_hit: 'null',
  created_at: 'not null',
  updated_at: 'not null',
  completed_at: 'null',
})

/** Whether a row still needs an approval of its own after that of the batch: each of them, or one that a rule wants looked at. */
export function needsItsOwn(
  { approve_rows: each }: Pick<BatchRow, 'approve_rows'>,
  { review_hit: hit }: Pick<WithdrawalRow, 'review_hit'>,
): boolean {
  return each || hit !== null
}

/** What decides how many must approve a batch: its sum. Of rows that a rule wants looked at, that is asked of each. */
export function askedWith({ amount_total: amount }: Pick<BatchRow, 'amount_total'>) {
  return { amount, review_hit: null }
}

export type Owner = { merchantId: string; environment: Environment }

/** Somebody else's id is no id. */
export async function findBatch(
  sql: Database | Transaction,
  id: string,
  { merchantId, environment }: Owner,
): Promise<BatchRow> {
  const [row] = isId(id)
    ? await sql<BatchRow[]>`
        select * from disbursement_batches
        where id = ${id} and merchant_id = ${merchantId} and environment = ${environment}`
    : []
  if (!row) throw new Refusal('not_found')
  return row
}

/** The batch is locked before its rows, and those before the books, by everybody. */
export async function lockBatch(tx: Transaction, id: string): Promise<BatchRow | undefined> {
  const [row] = await tx<BatchRow[]>`select * from disbursement_batches where id = ${id} for update`
  return row
}

/** One, unless somebody else holds it: whoever finds it held comes again later. */
export async function lockFreeBatch(tx: Transaction, id: string): Promise<BatchRow> {
  const [row] = await tx<BatchRow[]>`
    select * from disbursement_batches where id = ${id} for update skip locked`
  if (!row) throw new HeldByOthers('The batch is held by somebody else.')
  return row
}

/** In the order of ids, which is that of the rows. */
export async function lockRows(tx: Transaction, batchId: string): Promise<WithdrawalRow[]> {
  const rows = await tx<WithdrawalRow[]>`
    select * from withdrawals where batch_id = ${batchId} order by id for update`
  return [...rows]
}
