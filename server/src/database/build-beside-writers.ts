import type { Database } from './connect-database.ts'

const definition =
  /^create\s+(unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)\s+on\s+(\w+)\s*([\s\S]*)$/i

/** How each statement is run. */
export type Ways = {
  /** Locks nobody out, and waits for every transaction that began before it. */
  patiently(statement: string): Promise<void>
  /** Is over in a moment, and holds up whoever comes after it for as long as it waits. */
  inTurns(statement: string): Promise<void>
}

/**
 * Builds an index while others write, whatever an earlier attempt has left of it. A table by time takes none as a whole: each of its
 * parts is given its own, and the one that stands for all of them holds as soon as no part is without.
 */
export async function buildBesideWriters(sql: Database, statement: string, ways: Ways): Promise<void> {
  const [, unique = '', name, table, rest] = definition.exec(statement) ?? []
  if (name === undefined || table === undefined)
    throw new Error('a migration that builds an index concurrently does nothing else')
  const [found] = await sql<{ is_parted: boolean }[]>`
    select relkind = 'p' as is_parted from pg_class where oid = to_regclass(${table})`
  if (!found?.is_parted) return await buildOne(sql, name, statement, ways)
  if ((await isValid(sql, name)) === undefined)
    await ways.inTurns(`create ${unique}index ${name} on only ${table} ${rest}`)
  // A part that comes meanwhile brings its own, because the table has one by then.
  while (!(await isValid(sql, name))) {
    const parts = await sql<{ oid: number; part: string }[]>`
      select i.inhrelid::int as oid, i.inhrelid::regclass::text as part from pg_inherits i
      where i.inhparent = ${table}::text::regclass and not exists (
        select from pg_inherits x join pg_index own on own.indexrelid = x.inhrelid
        where x.inhparent = to_regclass(${name}) and own.indrelid = i.inhrelid)`
    if (parts.length === 0) throw new Error(`${name} does not hold though each part of ${table} has its own`)
    for (const { oid, part } of parts) {
      // By its number, because parts are renamed when they are closed.
      const own = `${name}_${oid}`
      await buildOne(sql, own, `create ${unique}index concurrently ${own} on ${part} ${rest}`, ways)
      await ways.inTurns(`alter index ${name} attach partition ${own}`)
    }
  }
}

async function buildOne(sql: Database, name: string, statement: string, { patiently }: Ways): Promise<void> {
  const valid = await isValid(sql, name)
  if (valid === true) return
  if (valid === false) await patiently(`drop index concurrently ${name}`)
  await patiently(statement)
}

/** Undefined where there is none. */
async function isValid(sql: Database, name: string): Promise<boolean | undefined> {
  const [found] = await sql<{ valid: boolean }[]>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`
  return found?.valid
}
