import type { Database } from '../database/database.ts'
import { beginningOf, dayAt } from '../primitives/instant.ts'
import type { RequestRow } from './request-row.ts'

/** How many of a merchant were kept on a day, by all processes together. */
export type KeptToday = Pick<RequestRow, 'merchant_id' | 'environment'> & { day: Date; kept: number }

/** One statement for all of them; whoever writes a batch once more, because it never heard of its end, writes nothing. */
export async function insertRequests(sql: Database, rows: RequestRow[]): Promise<KeptToday[]> {
  const all = <Name extends keyof RequestRow>(name: Name) => rows.map((row) => row[name])
  const counts = countsOf(rows)
  return await sql<KeptToday[]>`
    with written as (
      insert into requests (id, merchant_id, environment, given_id, method, path, query, status, error_code, duration_ms,
        api_key_id, ip, idempotency_key, resource_id, request_body, request_body_cut, response_body, response_body_cut,
        created_at)
      select * from unnest(${all('id')}::uuid[], ${all('merchant_id')}::uuid[], ${all('environment')}::text[],
        ${all('given_id')}::text[], ${all('method')}::text[], ${all('path')}::text[], ${all('query')}::text[],
        ${all('status')}::smallint[], ${all('error_code')}::text[], ${all('duration_ms')}::integer[],
        ${all('api_key_id')}::uuid[], ${all('ip')}::text[], ${all('idempotency_key')}::text[],
        ${all('resource_id')}::text[], ${all('request_body')}::text[], ${all('request_body_cut')}::boolean[],
        ${all('response_body')}::text[], ${all('response_body_cut')}::boolean[], ${all('created_at')}::timestamptz[])
      on conflict (id) do nothing)
    insert into request_counts (merchant_id, environment, day, kept)
    select merchant_id, environment, day, kept
    from unnest(${counts.map((count) => count.merchant_id)}::uuid[], ${counts.map((count) => count.environment)}::text[],
      ${counts.map((count) => count.day)}::timestamptz[], ${counts.map((count) => count.kept)}::integer[])
      as counted (merchant_id, environment, day, kept)
    -- In one order everywhere, so that no two processes wait for each other.
    order by merchant_id, environment, day
    on conflict (merchant_id, environment, day) do update set kept = request_counts.kept + excluded.kept
    returning merchant_id, environment, day, kept`.then((counted) => [...counted])
}

function countsOf(rows: RequestRow[]): KeptToday[] {
  const counts = new Map<string, KeptToday>()
  for (const { merchant_id, environment, created_at } of rows) {
    const day = dayAt(created_at)
    const name = `${merchant_id} ${environment} ${day}`
    const count = counts.get(name) ?? {
      merchant_id,
      environment,
      day: beginningOf(day) ?? created_at,
      kept: 0,
    }
    counts.set(name, { ...count, kept: count.kept + 1 })
  }
  return [...counts.values()]
}
