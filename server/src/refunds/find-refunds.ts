import { refundReasons, withdrawalStatuses } from '@malipo/contract'
import { type Database, eachKind, type Fragment, type Range } from '../database/database.ts'
import { createdWithin, type ListQuery, readPage } from '../http/http.ts'
import { type MetadataFilter, withMetadata } from '../metadata/metadata.ts'
import type { Registry } from '../providers/providers.ts'
import {
  type Gates,
  type Owner,
  type RefundRow,
  showRefund,
  withdrawalKinds,
} from '../withdrawals/withdrawals.ts'

type Query = ListQuery &
  MetadataFilter & {
    status?: string
    reason?: string
    method?: string
    collection_id?: string
    from?: string
    to?: string
  }

/** Newest first. A collection has few; otherwise status and reason, or status and method, are ranges of an index. */
export async function listRefunds(
  sql: Database,
  registry: Registry,
  owner: Owner & { merchant: Gates },
  query: Query,
) {
  const { having } = await withMetadata(sql, 'withdrawals', owner, query)
  return await readPage(sql, query, {
    rows: rangesOf(
      sql,
      query,
      (range) => sql`
        select withdrawals.* from withdrawals ${having} where merchant_id = ${owner.merchantId} and environment = ${owner.environment}
          and kind = 'refund' ${range} ${createdWithin(sql, query)}`,
    ),
    show: (row: RefundRow) => showRefund(row, registry, owner.merchant),
  })
}

function rangesOf(sql: Database, query: Query, rows: (range: Fragment) => Fragment): Range[] {
  const { status, reason, method, collection_id: collectionId, metadata } = query
  const byMethod = method === undefined ? sql`` : sql`and method = ${method}`
  // Those that have a pair are few, and found by it.
  if (metadata !== undefined || collectionId !== undefined) {
    return [
      rows(sql`${collectionId === undefined ? sql`` : sql`and collection_id = ${collectionId}`} ${status === undefined ? sql`` : sql`and status = ${status}`}
        ${reason === undefined ? sql`` : sql`and reason = ${reason}`} ${byMethod}`),
    ]
  }
  if (reason !== undefined) {
    const columns = [
      { column: sql`reason`, wanted: reason, all: refundReasons },
      { column: sql`status`, wanted: status, all: withdrawalStatuses },
    ]
    return eachKind(sql, columns, (range) => rows(sql`${range} ${byMethod}`))
  }
  if (method !== undefined)
    return withdrawalKinds(sql, { method, ...(status !== undefined && { status }) }, rows)
  return [rows(status === undefined ? sql`` : sql`and status = ${status}`)]
}
