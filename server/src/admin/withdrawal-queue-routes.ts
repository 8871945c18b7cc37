import { type Environment, operations } from '@malipo/contract'
import type { Database, Fragment } from '../database/database.ts'
import { type ListQuery, type Route, readPage, route } from '../http/http.ts'
import { instantFrom } from '../primitives/instant.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import type { World } from '../world/world.ts'
import { type ApprovalsNeeded, dossierOf, type QueuedRow, showQueued } from './withdrawal-dossier.ts'

/** What Super Admins see of money on its way out, one environment at a time. */
export function queueRoutes(world: World, approvalsNeeded: ApprovalsNeeded): Route[] {
  return [
    route(operations.adminListWithdrawals, ({ query, environment, lists }) =>
      listQueue(lists, environment(), query, approvalsNeeded),
    ),
    route(operations.adminReadWithdrawal, ({ params, environment, lists }) => {
      const inEnvironment = environment()
      return lists.begin('isolation level repeatable read read only', (tx) =>
        dossierOf(tx, world, params.withdrawal_id, inEnvironment, approvalsNeeded),
      )
    }),
  ]
}

type QueueFilter = {
  status?: string
  method?: string
  merchant_id?: string
  from?: string
  to?: string
  search?: string
}

function listQueue(
  sql: Database,
  environment: Environment,
  query: ListQuery & QueueFilter,
  approvalsNeeded: ApprovalsNeeded,
) {
  return readPage(sql, query, {
    rows: sql`
      select w.*, m.name as merchant_name,
        (select count(*)::int from withdrawal_approvals where withdrawal_id = w.id) as approvals
      from withdrawals w join merchants m on m.id = w.merchant_id
      where ${conditions(sql, environment, query)}`,
    show: (row: QueuedRow) => showQueued(row, approvalsNeeded),
  })
}

function conditions(sql: Database, environment: Environment, query: QueueFilter): Fragment {
  const from = query.from === undefined ? null : instantFrom(query.from)
  const to = query.to === undefined ? null : instantFrom(query.to)
  return sql`w.environment = ${environment}
    ${query.status === undefined ? sql`` : sql`and w.status = ${query.status}`}
    ${query.method === undefined ? sql`` : sql`and w.method = ${query.method}`}
    ${query.merchant_id === undefined ? sql`` : sql`and w.merchant_id = ${query.merchant_id}`}
    ${from === null ? sql`` : sql`and w.created_at >= ${from}`}
    ${to === null ? sql`` : sql`and w.created_at < ${to}`}
    ${query.search === undefined ? sql`` : sql`and ${found(sql, query.search)}`}`
}

/** `position` has no wildcards, so what is searched for always means itself. */
function found(sql: Database, search: string): Fragment {
  const text = search.trim().toLowerCase()
  return sql`(position(${text} in lower(w.destination_name)) > 0
    or position(${text} in lower(w.destination_identifier)) > 0
    or position(${text} in lower(m.name)) > 0
    or position(${text} in lower(w.provider_reference)) > 0
    or w.destination_identifier = ${identifierIn(text)})`
}

/** A number may be written as its owner writes it. */
function identifierIn(text: string): string {
  return /^\+?[0-9]{9,15}$/.test(text) ? canonicalPhone(text) : text
}
