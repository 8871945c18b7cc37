import { type Environment, operations } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import { deciderOf, type ListQuery, type Route, readPage, route } from '../http/http.ts'
import { type Settlers, settleDiscrepancy, showDiscrepancy } from './settle-discrepancies.ts'

export {
  type Contradiction,
  type DiscrepancyKind,
  findMispaid,
  openDiscrepancies,
} from './open-discrepancies.ts'
export {
  type DiscrepancyRow,
  type Settle,
  settleDiscrepancy,
  type Wanted,
} from './settle-discrepancies.ts'

/** Where Super Admins see what contradicts our books, and settle it, one environment at a time. */
export function routes(parts: Settlers): Route[] {
  return [
    route(operations.adminListDiscrepancies, ({ query, environment, lists }) =>
      listDiscrepancies(lists, environment(), query),
    ),
    route(operations.settleDiscrepancy, ({ params, body, caller, requestId, environment, idempotently }) =>
      idempotently(async (tx) => {
        const by = { ...deciderOf({ caller, requestId }), environment: environment() }
        const decision = { action: body.action, note: body.note ?? null }
        return showDiscrepancy(await settleDiscrepancy(tx, parts, by, params.discrepancy_id, decision))
      }),
    ),
  ]
}

type DiscrepancyQuery = ListQuery & {
  status?: string
  kind?: string
  merchant_id?: string
  collection_id?: string
  withdrawal_id?: string
}

function listDiscrepancies(sql: Database, environment: Environment, query: DiscrepancyQuery) {
  return readPage(sql, query, {
    rows: sql`
      select * from discrepancies where environment = ${environment}
        ${query.status === undefined ? sql`` : sql`and status = ${query.status}`}
        ${query.kind === undefined ? sql`` : sql`and kind = ${query.kind}`}
        ${query.merchant_id === undefined ? sql`` : sql`and merchant_id = ${query.merchant_id}`}
        ${query.collection_id === undefined ? sql`` : sql`and collection_id = ${query.collection_id}`}
        ${query.withdrawal_id === undefined ? sql`` : sql`and withdrawal_id = ${query.withdrawal_id}`}`,
    show: showDiscrepancy,
  })
}
