import type { Database } from '../../src/database/database.ts'

/** Rows that each table pretends to have. */
const rows = 10_000_000

/** Most of what may have no time has none: it is neither due nor ended. How many different values a column has: a shop has ten thousand rows of each table, an id names a few, of states and places there are a handful. */
const valuesOf = `case when a.attname in ('merchant_id', 'account_id') then 1000
  when a.atttypid = 'uuid'::regtype then -0.25
  when a.attname ~ '(token|hash|reference|receipt|phone|number|cause|key|email|seq)' then -0.5
  when a.atttypid = 'text'::regtype or a.atttypid = 'boolean'::regtype then 4
  else 1000 end`

/**
 * From now on statements are planned as if every table were full. The server multiplies the rows of a page by the pages that there are, so that one page
 * is enough; what is still empty stays so.
 */
export async function pretendToBeFull(sql: Database): Promise<void> {
  await sql.unsafe(`
    select pg_restore_relation_stats('schemaname', 'public', 'relname', c.relname::text, 'relpages', 1, 'reltuples', ${rows}::real)
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
  await sql.unsafe(`
    select pg_restore_attribute_stats('schemaname', 'public', 'relname', c.relname::text, 'attname', a.attname::text,
      'inherited', c.relkind = 'p', 'null_frac', (case when a.attnotnull or a.atttypid <> 'timestamptz'::regtype then 0 else 0.999 end)::real, 'avg_width', 16, 'n_distinct', (${valuesOf})::real)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
}
