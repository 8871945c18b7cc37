import type { Database, Transaction } from '../connect-database.ts'

/** A part of a table: the ids from `from` up to and without `to`. Null: from the first, or without end. */
export type Partition = { name: string; from: string | null; to: string | null }

/** The partitions of a table, oldest first. */
export async function readPartitions(sql: Database | Transaction, table: string): Promise<Partition[]> {
  const rows = await sql<{ name: string; bound: string }[]>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::text::regclass`
  return rows.map(partitionOf).sort((one, other) => (isBefore(one, other) ? -1 : 1))
}

function partitionOf({ name, bound }: { name: string; bound: string }): Partition {
  const found = /^FOR VALUES FROM \((?:MINVALUE|'([^']+)')\) TO \((?:MAXVALUE|'([^']+)')\)$/.exec(bound)
  if (found === null) throw new Error(`${name} is no part of a table by time: ${bound}`)
  return { name, from: found[1] ?? null, to: found[2] ?? null }
}

function isBefore(one: Partition, other: Partition): boolean {
  return one.from === null || (other.from !== null && one.from < other.from)
}
