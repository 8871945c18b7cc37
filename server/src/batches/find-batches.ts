import type { Database, Fragment, Range } from '../database/database.ts'
import { createdWithin, type ListQuery, readPage } from '../http/http.ts'
import { type MetadataFilter, withMetadata } from '../metadata/metadata.ts'
import type { Registry } from '../providers/providers.ts'
import {
  type Gates,
  showWithdrawal,
  type WithdrawalRow,
  withdrawalKinds,
} from '../withdrawals/withdrawals.ts'
import { type BatchRow, findBatch, type Owner } from './batch-row.ts'
import { showBatch } from './show-batch.ts'

type Query = ListQuery & MetadataFilter & { status?: string; from?: string; to?: string }

/** Newest first. How the rows of each stand is told of one at a time: counting them is work. */
export async function listBatches(sql: Database, owner: Owner, query: Query) {
  const { having } = await withMetadata(sql, 'disbursement_batches', owner, query)
  const ofStatus = query.status === undefined ? sql`` : sql`and status = ${query.status}`
  return await readPage(sql, query, {
    rows: sql`
      select disbursement_batches.* from disbursement_batches ${having}
      where merchant_id = ${owner.merchantId} and environment = ${owner.environment} ${ofStatus}
        ${createdWithin(sql, query)}`,
    show: (row: BatchRow) => showBatch(row),
  })
}

type RowsQuery = ListQuery & MetadataFilter & { status?: string; method?: string }

/** The rows of a batch in their order; ids are given in it, so those of one state are a range of an index in it, too. */
export async function listRows(
  sql: Database,
  registry: Pick<Registry, 'payOutWaitsFor'>,
  caller: Owner & { merchant: Gates },
  id: string,
  query: RowsQuery,
) {
  const batch = await findBatch(sql, id, caller)
  const { having } = await withMetadata(sql, 'withdrawals', caller, query)
  const isWhole = query.status === undefined && query.method === undefined && query.metadata === undefined
  return await readPage(
    sql,
    { ...query, order: 'oldest' },
    {
      rows: rangesOf(
        sql,
        query,
        (range) => sql`select withdrawals.* from withdrawals ${having} where batch_id = ${batch.id} ${range}`,
      ),
      show: (row: WithdrawalRow) => showWithdrawal(row, registry, caller.merchant),
      total: isWhole ? async () => batch.row_count : undefined,
    },
  )
}

function rangesOf(sql: Database, query: RowsQuery, rows: (range: Fragment) => Fragment): Range[] {
  const { status, method, metadata } = query
  if (status === undefined && method === undefined) return [rows(sql``)]
  if (metadata === undefined) return withdrawalKinds(sql, query, rows)
  // Those that have a pair are few, and found by it.
  return [
    rows(
      sql`${status === undefined ? sql`` : sql`and status = ${status}`} ${method === undefined ? sql`` : sql`and method = ${method}`}`,
    ),
  ]
}
