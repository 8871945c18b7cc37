import type { Transaction } from '../database/database.ts'
import type { Column } from './archive-file.ts'
import type { History } from './histories.ts'

const rowsAtOnce = 2_000

/** The rows of a part, in the order of their key, as they stand in an archive: the same rows are always the same lines. */
export async function* rowsAsLines(
  tx: Transaction,
  { key }: History,
  part: string,
  columns: Column[],
): AsyncGenerator<string> {
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  await tx.unsafe(`
    set local timezone = 'UTC';
    declare rows no scroll cursor for
    select row_to_json(r)::text as line from (select ${names} from ${part} order by ${key}, seq) r`)
  for (;;) {
    const rows = await tx.unsafe(`fetch ${rowsAtOnce} from rows`)
    for (const { line } of rows) yield `${line}\n`
    if (rows.length < rowsAtOnce) break
  }
  await tx.unsafe('close rows')
}

/** As a table has them now, and which of them a row must have. */
export async function columnsOf(tx: Transaction, table: string): Promise<(Column & { isNeeded: boolean })[]> {
  return [
    ...(await tx<(Column & { isNeeded: boolean })[]>`
      select attname as name, format_type(atttypid, atttypmod) as type, attnotnull and not atthasdef as "isNeeded"
      from pg_attribute where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped order by attnum`),
  ]
}
