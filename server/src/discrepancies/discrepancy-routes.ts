import { type Environment, operations } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import { type ListQuery, listPage, type Route, route } from '../http/http.ts'
import type { World } from '../world/world.ts'
import {
  type DiscrepancyRow,
  type SettleCollection,
  settleDiscrepancy,
  showDiscrepancy,
} from './settle-discrepancies.ts'

/** Where Super Admins see what contradicts our books, and settle it, one environment at a time. */
export function discrepancyRoutes(parts: { world: World; settleCollection: SettleCollection }): Route[] {
  const { sql } = parts.world
  return [
    route(operations.adminListDiscrepancies, ({ query, environment }) =>
      listDiscrepancies(sql, environment(), query),
    ),
    route(operations.settleDiscrepancy, ({ params, body, caller, requestId, environment, idempotently }) =>
      idempotently(async (tx) => {
        const by = { adminId: caller.user.id, requestId, environment: environment() }
        const decision = { action: body.action, note: body.note ?? null }
        return showDiscrepancy(await settleDiscrepancy(tx, parts, by, params.discrepancy_id, decision))
      }),
    ),
  ]
}

type DiscrepancyQuery = ListQuery & { status?: string; merchant_id?: string; collection_id?: string }

async function listDiscrepancies(sql: Database, environment: Environment, query: DiscrepancyQuery) {
  const page = listPage(query)
  const matching = sql`environment = ${environment}
    ${query.status === undefined ? sql`` : sql`and status = ${query.status}`}
    ${query.merchant_id === undefined ? sql`` : sql`and merchant_id = ${query.merchant_id}`}
    ${query.collection_id === undefined ? sql`` : sql`and collection_id = ${query.collection_id}`}`
  const rows = await sql<DiscrepancyRow[]>`
    select * from discrepancies
    where ${matching} ${page.before === null ? sql`` : sql`and id < ${page.before}`}
    order by id desc limit ${page.limit} offset ${page.offset}`
  if (page.before !== null) return page.answer(rows, showDiscrepancy, null)
  const [counted] = await sql<
    { total: number }[]
  >`select count(*)::int as total from discrepancies where ${matching}`
  return page.answer(rows, showDiscrepancy, counted?.total ?? 0)
}
