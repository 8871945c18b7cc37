import {
  operations,
  type QueryOf,
  type RequestDetails,
  type RequestSummary,
  requestMethods,
} from '@malipo/contract'
import type { Static } from 'typebox'
import { type Database, type Fragment, mergeRanges, rangesOver } from '../database/database.ts'
import { type Actor, createdWithin, lastRow, type Route, readPage, route } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import { pathAsKept, type RequestRow } from './request-row.ts'

type SummaryRow = Omit<
  RequestRow,
  'request_body' | 'request_body_cut' | 'response_body' | 'response_body_cut'
>

type Filters = QueryOf<typeof operations.listRequests>

export function routes(): Route[] {
  return [
    route(operations.listRequests, ({ query, caller, lists }) =>
      readPage(lists, query, { rows: rowsOf(lists, caller, query), show: showSummary }),
    ),
    route(operations.readRequest, async ({ params, caller, lists }) => {
      const row = await findRequest(lists, caller, params.request_id)
      if (row === undefined) throw new Refusal('not_found')
      return showDetails(row)
    }),
  ]
}

function rowsOf(sql: Database, { merchantId, environment }: Actor, query: Filters): readonly Fragment[] {
  const own = (range: Fragment) => sql`
    select id, merchant_id, environment, given_id, method, path, query, status, error_code, duration_ms, api_key_id, ip,
      idempotency_key, resource_id, created_at
    from requests where merchant_id = ${merchantId} and environment = ${environment}
      ${range} ${filtersOf(sql, query)} ${createdWithin(sql, query)}`
  // An index that begins with the method lists all of them as well, one range for each.
  const ranges = isFoundOtherwise(query)
    ? [query.method === undefined ? sql`` : sql`and method = ${query.method}`]
    : rangesOver(sql, [{ column: sql`method`, wanted: query.method, all: requestMethods }])
  const { min_duration_ms: least } = query
  if (least === undefined) return ranges.map(own)
  // No index orders by time what took long, so it is looked for in as many as a list has.
  const searched = mergeRanges(sql, ranges.map(own), { column: sql`id`, most: lastRow })
  return [sql`select * from ${searched} as found where duration_ms >= ${least}`]
}

function filtersOf(sql: Database, query: Filters): Fragment {
  const wish = (value: string | number | undefined, condition: (value: string | number) => Fragment) =>
    value === undefined ? sql`` : condition(value)
  return sql`
    ${wish(query.path && pathAsKept(query.path), (path) => sql`and path = ${path}`)}
    ${wish(query.status, (status) => sql`and status = ${status}`)}
    ${wish(query.error_code, (code) => sql`and error_code = ${code}`)}
    ${wish(query.authenticated_by, (by) => (by === 'key' ? sql`and api_key_id is not null` : sql`and api_key_id is null`))}
    ${wish(query.api_key_id, (id) => sql`and api_key_id = ${id}`)}
    ${wish(query.ip, (ip) => sql`and ip = ${ip}`)}
    ${wish(query.idempotency_key?.toLowerCase(), (key) => sql`and idempotency_key = ${key}`)}
    ${wish(query.resource_id?.toLowerCase(), (id) => sql`and resource_id = ${id}`)}`
}

/** By an index that has what is asked for in order. */
function isFoundOtherwise({
  path,
  status,
  error_code,
  api_key_id,
  ip,
  idempotency_key,
  resource_id,
}: Filters) {
  return [path, status, error_code, api_key_id, ip, idempotency_key, resource_id].some(
    (wanted) => wanted !== undefined,
  )
}

/** Ids of our making are keys of the table; those of callers need not be, and in paths come in small letters. */
async function findRequest(
  sql: Database,
  { merchantId, environment }: Actor,
  requestId: string,
): Promise<RequestRow | undefined> {
  // The database takes no NUL, so nothing is called by one.
  if (requestId.includes('\0')) return undefined
  const own = sql`merchant_id = ${merchantId} and environment = ${environment}`
  const [found] = await sql<RequestRow[]>`
    select * from (
      ${isId(requestId) ? sql`(select * from requests where id = ${requestId} and given_id is null and ${own}) union all` : sql``}
      (select * from requests where ${own} and lower(given_id) = ${requestId} order by id desc limit 1)
    ) as found order by id desc limit 1`
  return found
}

function showSummary(row: SummaryRow): Static<typeof RequestSummary> {
  const { id, given_id: givenId, created_at: at, method, ...rest } = row
  return {
    ...{ request_id: givenId ?? id, at: at.toISOString(), method: method as 'GET' },
    ...{ path: rest.path, query: rest.query, status: rest.status, error_code: rest.error_code },
    ...{ duration_ms: rest.duration_ms, api_key_id: rest.api_key_id, ip: rest.ip },
    ...{ idempotency_key: rest.idempotency_key, resource_id: rest.resource_id },
  }
}

function showDetails(row: RequestRow): Static<typeof RequestDetails> {
  const { request_body, request_body_cut, response_body, response_body_cut } = row
  return { ...showSummary(row), request_body, request_body_cut, response_body, response_body_cut }
}
