import type { Database } from '../connect-database.ts'

/**
 * The server looks by itself at what each part holds, and never at the table that they make up. Without that it guesses how many different values there
 * are over all of them, and plans by it. Looked at again when a fifth has changed, as it does for parts.
 */
export async function knowWholeTable(sql: Database, table: string): Promise<boolean> {
  const [row] = await sql<{ is_unlike: boolean; version: number }[]>`
    select abs(sum(greatest(part.reltuples, 0)) - greatest(whole.reltuples, 0)) > 1000 + 0.2 * greatest(whole.reltuples, 0) as is_unlike,
      current_setting('server_version_num')::int as version
    from pg_class whole join pg_inherits i on i.inhparent = whole.oid join pg_class part on part.oid = i.inhrelid
    where whole.oid = ${table}::text::regclass group by whole.oid`
  if (row?.is_unlike !== true) return false
  // Older servers look at each part as well.
  const only = row.version >= 180_000 ? 'only' : ''
  await sql.unhurried((patient) => patient.unsafe(`analyze (skip_locked) ${only} ${table}`))
  return true
}

/**
 * A part that was looked at while it was empty, or nearly so, is known to be that, and read whole by plans that are made once, until it is looked at again. The
 * server does that within minutes by itself, where it is not told otherwise or busy with other tables. Whoever is looking at it already, or cleaning it, is not waited for.
 */
export async function knowFilledParts(sql: Database, table: string): Promise<string[]> {
  const parts = await sql<{ name: string }[]>`
    select part.relname as name from pg_inherits i join pg_class part on part.oid = i.inhrelid
    where i.inhparent = ${table}::text::regclass and part.reltuples >= 0
      and pg_relation_size(part.oid) / current_setting('block_size')::int > case part.relpages when 0 then 0 else 8 + 2 * part.relpages end`
  for (const { name } of parts)
    await sql.unhurried((patient) => patient.unsafe(`analyze (skip_locked) ${name}`))
  return parts.map(({ name }) => name)
}
