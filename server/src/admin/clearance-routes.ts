import { type Environment, operations } from '@malipo/contract'
import {
  type CollectionRow,
  decideClearance,
  findHistory,
  listCollections,
  settleDiscrepancy,
  showCollection,
  showDiscrepancy,
} from '../collections/collections.ts'
import type { Database } from '../database/database.ts'
import { type ListQuery, type Route, readPage, route } from '../http/http.ts'
import type { Providers } from '../providers/providers.ts'
import type { World } from '../world/world.ts'

/** What Super Admins see and decide of money in, one environment at a time. */
export function clearanceRoutes(world: World, providers: Providers): Route[] {
  const { sql } = world
  const decide = (
    operation: typeof operations.clearCollection | typeof operations.declineCollection,
    to: 'successful' | 'failed',
  ) =>
    route(operation, ({ params, body, caller, requestId, environment, idempotently }) =>
      idempotently(async (tx) => {
        const by = { adminId: caller.user.id, requestId, environment: environment() }
        const decision = { to, note: body.note ?? null }
        const collection = await decideClearance(tx, world, providers, by, params.collection_id, decision)
        return { ...showCollection(collection), history: await findHistory(tx, collection.id) }
      }),
    )
  return [
    route(operations.adminListCollections, ({ query, environment }) =>
      listCollections(sql, environment(), query, (row: CollectionRow & { merchant_name: string }) => ({
        ...showCollection(row),
        merchant_name: row.merchant_name,
      })),
    ),
    decide(operations.clearCollection, 'successful'),
    decide(operations.declineCollection, 'failed'),
    route(operations.adminListDiscrepancies, ({ query, environment }) =>
      listDiscrepancies(sql, environment(), query),
    ),
    route(operations.settleDiscrepancy, ({ params, body, caller, requestId, environment, idempotently }) =>
      idempotently(async (tx) => {
        const by = { adminId: caller.user.id, requestId, environment: environment() }
        const decision = { action: body.action, note: body.note ?? null }
        return showDiscrepancy(
          await settleDiscrepancy(tx, world, providers, by, params.discrepancy_id, decision),
        )
      }),
    ),
  ]
}

type DiscrepancyQuery = ListQuery & { status?: string; merchant_id?: string; collection_id?: string }

function listDiscrepancies(sql: Database, environment: Environment, query: DiscrepancyQuery) {
  return readPage(sql, query, {
    rows: sql`
      select * from discrepancies where environment = ${environment}
        ${query.status === undefined ? sql`` : sql`and status = ${query.status}`}
        ${query.merchant_id === undefined ? sql`` : sql`and merchant_id = ${query.merchant_id}`}
        ${query.collection_id === undefined ? sql`` : sql`and collection_id = ${query.collection_id}`}`,
    show: showDiscrepancy,
  })
}
