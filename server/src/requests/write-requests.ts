import { type Database, inColumns } from '../database/database.ts'
import { beginningOf, dayAt } from '../primitives/instant.ts'
import type { RequestRow } from './request-row.ts'

/** How many of a merchant were kept on a day, by all processes together; apart from them those of whoever was refused. */
export type KeptToday = Pick<RequestRow, 'merchant_id' | 'environment'> & {
  day: Date
  kept: number
  of_refused: number
}

/** A row to be written, and whether it is of somebody whose key is refused. */
export type Waiting = { row: RequestRow; isRefused: boolean }

const requestTypes = {
  id: 'uuid',
  merchant_id: 'uuid',
  environment: 'text',
  given_id: 'text',
  method: 'text',
  path: 'text',
  query: 'text',
  status: 'smallint',
  error_code: 'text',
  duration_ms: 'integer',
  api_key_id: 'uuid',
  ip: 'text',
  idempotency_key: 'text',
  resource_id: 'text',
  request_body: 'json',
  request_body_cut: 'boolean',
  response_body: 'json',
  response_body_cut: 'boolean',
  created_at: 'timestamptz',
} as const

const countTypes = {
  merchant_id: 'uuid',
  environment: 'text',
  day: 'timestamptz',
  kept: 'integer',
  of_refused: 'integer',
} as const

/** One statement for all of them; whoever writes a batch once more, because it never heard of its end, writes nothing. */
export async function insertRequests(sql: Database, waiting: Waiting[]): Promise<KeptToday[]> {
  const counts = countsOf(waiting)
  const rows = waiting.map(({ row }) => row)
  return await sql<KeptToday[]>`
    with written as (
      insert into requests (id, merchant_id, environment, given_id, method, path, query, status, error_code, duration_ms,
        api_key_id, ip, idempotency_key, resource_id, request_body, request_body_cut, response_body, response_body_cut,
        created_at)
      select * from ${inColumns('r', rows, requestTypes)}
      on conflict do nothing)
    insert into request_counts (merchant_id, environment, day, kept, of_refused)
    select merchant_id, environment, day, kept, of_refused
    from ${inColumns('counted', counts, countTypes)}
    -- In one order everywhere, so that no two processes wait for each other.
    order by merchant_id, environment, day
    on conflict (merchant_id, environment, day) do update set kept = request_counts.kept + excluded.kept,
      of_refused = request_counts.of_refused + excluded.of_refused
    returning merchant_id, environment, day, kept, of_refused`.then((counted) => [...counted])
}

function countsOf(waiting: Waiting[]): KeptToday[] {
  const counts = new Map<string, KeptToday>()
  for (const { row, isRefused } of waiting) {
    const { merchant_id, environment, created_at } = row
    const day = dayAt(created_at)
    const name = `${merchant_id} ${environment} ${day}`
    const count = counts.get(name) ?? {
      merchant_id,
      environment,
      day: beginningOf(day) ?? created_at,
      kept: 0,
      of_refused: 0,
    }
    const counted = isRefused ? 'of_refused' : 'kept'
    counts.set(name, { ...count, [counted]: count[counted] + 1 })
  }
  return [...counts.values()]
}
