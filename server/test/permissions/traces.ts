import type { Service } from '../service.ts'

/**
 * A fingerprint of every row of every table, but for when keys were last used. Two equal ones mean that nothing was
 * created, changed or removed in between.
 */
export async function traces({ world: { sql } }: Service): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql.unsafe(`
      select count(*) || ' ' || coalesce(md5(string_agg(line, ',' order by line)), '') as trace
      from (select (to_jsonb(t) - 'last_used_at')::text as line from ${name} t) as lines`)
    found[name] = String(row?.trace ?? '')
  }
  return found
}
