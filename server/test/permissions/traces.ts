import { fragmentOf } from '../../src/database/database.ts'
import type { Service } from '../service.ts'

/**
 * A fingerprint of every row of every table, but for when and where keys were last used, and for the log of requests, which is there to tell of refusals. Two equal ones mean that nothing was
 * created, changed or removed in between. One statement for all tables, because it is asked for hundreds of times.
 */
export async function traces({ world: { sql } }: Service): Promise<Record<string, string>> {
  const tables = await sql<{ name: string; is_used: boolean }[]>`
    select relname as name, exists (select from pg_attribute where attrelid = c.oid and attname = 'last_used_at') as is_used
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not in ('requests', 'request_counts', 'api_key_addresses') order by 1`
  const each = tables.map(({ name, is_used: isUsed }) => {
    const line = isUsed ? "(to_jsonb(t) - 'last_used_at' - 'last_used_ip')::text" : 't::text'
    return `
      select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${line}, 0)), 0) as trace from ${name} t`
  })
  // As a statement with a name: more than a hundred tables take longer to plan than to read.
  const rows = await sql<{ name: string; trace: string }[]>`${fragmentOf([each.join(' union all ')], [])}`
  return Object.fromEntries(rows.map(({ name, trace }) => [name, trace]))
}
