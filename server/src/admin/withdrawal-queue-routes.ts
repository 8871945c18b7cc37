import { type Environment, operations } from '@malipo/contract'
import { type Database, type Fragment, mergeRanges } from '../database/database.ts'
import {
  createdWithin,
  deciderOf,
  type ListQuery,
  lastRow,
  type Route,
  readPage,
  route,
} from '../http/http.ts'
import { canonicalPhone } from '../primitives/phone.ts'
import { passedAloneBeside, pendingStatuses, withdrawalKinds } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { refundedColumn } from './refunded-collection.ts'
import { dossierOf, type PayoutDesk, type QueuedRow, showQueued } from './withdrawal-dossier.ts'

/** What Super Admins see of money on its way out, one environment at a time. */
export function queueRoutes(world: World, desk: PayoutDesk): Route[] {
  return [
    route(operations.adminListWithdrawals, ({ query, environment, lists }) =>
      listQueue(lists, environment(), query, { ...desk, clock: world.clock }),
    ),
    route(operations.adminReadWithdrawal, ({ params, caller, requestId, environment, lists }) => {
      const by = { ...deciderOf({ caller, requestId }), environment: environment() }
      return lists.begin('isolation level repeatable read read only', (tx) =>
        dossierOf(tx, world, params.withdrawal_id, by, desk),
      )
    }),
  ]
}

type QueueFilter = {
  status?: string
  method?: string
  kind?: string
  merchant_id?: string
  batch_id?: string
  from?: string
  to?: string
  search?: string
}

function listQueue(
  sql: Database,
  environment: Environment,
  query: ListQuery & QueueFilter,
  desk: PayoutDesk & Pick<World, 'clock'>,
) {
  const { merchant_id: merchantId, batch_id: batchId, status, method, kind, search } = query
  const isWhole = (merchantId ?? batchId) !== undefined && status === undefined && method === undefined
  // What is decided with its batch is no part of the queue.
  const ofBatch = batchId === undefined ? sql`and not awaits_batch` : sql`and batch_id = ${batchId}`
  const rows = (range: Fragment) => sql`
    select * from withdrawals where environment = ${environment}
      ${merchantId === undefined ? sql`` : sql`and merchant_id = ${merchantId}`} ${ofBatch}
      ${kind === undefined ? sql`` : sql`and kind = ${kind}`} ${range} ${createdWithin(sql, query)}`
  const isAll = [merchantId, batchId, status, method, kind, query.from, query.to].every(
    (wish) => wish === undefined,
  )
  const matching = isWhole ? [rows(sql``)] : withdrawalKinds(sql, query, rows, isAll)
  const waiting = { page: sql`page`, waits: sql`status = any(${pendingStatuses}::text[])` }
  const beside = (rows: Fragment) => sql`
    with page as materialized (select * from ${rows} as listed),
    alone as materialized (${passedAloneBeside(sql, waiting, desk.clock.now())})
    select w.*, ${refundedColumn(sql)} as refunded, m.name as merchant_name, m.verification_status, m.is_active,
      (select count(*)::int from withdrawal_approvals where withdrawal_id = w.id) as approvals,
      coalesce(a.passed_alone, 0) as passed_alone
    from page w join merchants m on m.id = w.merchant_id left join alone a
      on a.merchant_id = w.merchant_id and a.environment = w.environment and a.currency = w.currency`
  // No index finds a part of a word, so it is looked for in as many as a list has.
  const searched = (text: string) => sql`
    select w.* from ${mergeRanges(sql, matching, { column: sql`id`, most: lastRow })} as w join merchants m on m.id = w.merchant_id
    where ${found(sql, text)}`
  return readPage(sql, query, {
    rows: search === undefined ? matching : searched(search),
    beside,
    show: (row: QueuedRow) => showQueued(row, desk),
  })
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
