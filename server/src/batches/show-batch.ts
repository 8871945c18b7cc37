import type { Batch, BatchStanding, BatchStep, BatchWithHistory } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Transaction } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { WithdrawalStatus } from '../withdrawals/withdrawals.ts'
import type { BatchStatus } from './batch-lifecycle.ts'
import type { BatchRow } from './batch-row.ts'

/** What only changes with a step of its own. */
export function showBatch(row: BatchRow): Static<typeof Batch> {
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    name: row.name,
    status: row.status,
    approve_rows: row.approve_rows,
    retry_of: row.retry_of,
    row_count: row.row_count,
    currency: row.currency,
    amount_total: textFromMinor(row.amount_total),
    charges_total: textFromMinor(row.charges_total),
    content_hash: row.content_hash,
    metadata: row.metadata ?? {},
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  }
}

/** The same with how its rows stand now. */
export async function standingOf(
  sql: Database | Transaction,
  row: BatchRow,
): Promise<Static<typeof BatchStanding>> {
  const counted = await sql<{ status: WithdrawalStatus; count: number; amount: bigint }[]>`
    select status, count(*)::int as count, sum(amount)::bigint as amount from withdrawals
    where batch_id = ${row.id} group by status order by status`
  const paid = counted.find(({ status }) => status === 'SUCCESS')?.amount ?? 0n
  return {
    ...showBatch(row),
    by_status: Object.fromEntries(counted.map(({ status, count }) => [status, count])),
    amount_paid: textFromMinor(paid),
  }
}

/** As many steps as anybody looks through: a batch that is asked about, paused and resumed again and again has more. */
const mostSteps = 200

type StepRow = {
  from_status: BatchStatus | null
  to_status: BatchStatus
  source: string
  note: string | null
  by: string | null
  at: Date
}

/** The last steps, oldest first, with who of the Super Admins made them. */
export async function stepsOf(sql: Database | Transaction, id: string) {
  const rows = await sql<StepRow[]>`
    select h.from_status, h.to_status, h.source, h.note, u.email as "by", h.at
    from disbursement_batch_history h left join users u on u.id = h.by_user
    where h.batch_id = ${id} order by h.seq desc limit ${mostSteps}`
  return rows.reverse().map(({ from_status: from, to_status: to, source, note, by, at }) => ({
    ...{ from, to, source, note, by },
    at: at.toISOString(),
  }))
}

/** As its merchant may see it: who decided is not theirs to know. */
export async function tellBatch(
  sql: Database | Transaction,
  row: BatchRow,
): Promise<Static<typeof BatchWithHistory>> {
  const steps = await stepsOf(sql, row.id)
  const history: Static<typeof BatchStep>[] = steps.map(({ by: _who, ...step }) => step)
  const standing = await standingOf(sql, row)
  const hasFailed = standing.by_status.FAILED !== undefined
  return { ...standing, rows_to_retry: hasFailed ? await countToRetry(sql, row) : 0, history }
}

/** Whether a row, called `w`, has failed and was not tried again. */
export function isToRetry(sql: Database | Transaction) {
  return sql`w.status = 'FAILED'
    and not exists (select from withdrawals again where again.retry_of = w.id and again.status <> 'REJECTED')`
}

async function countToRetry(sql: Database | Transaction, { id }: BatchRow): Promise<number> {
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::int as count from withdrawals w where w.batch_id = ${id} and ${isToRetry(sql)}`
  return counted?.count ?? 0
}
