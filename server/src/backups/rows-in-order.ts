import type { Transaction } from '../database/database.ts'

export type Table = { name: string; key: string | null; isForEver: boolean }

/** `xid` is the transaction that wrote the row as it is; account and amount are those of an entry in the books. */
export type Row = { key: string; xid: number; hash: bigint; account: string | null; amount: bigint | null }

/** What is never deleted (docs/database.md): one that is gone from the original is no less than one that is missing. */
const forEver = new Set([
  'audit_log',
  'collection_history',
  'collections',
  'events',
  'ledger_accounts',
  'ledger_entries',
  'ledger_transactions',
  'withdrawal_history',
  'withdrawals',
])

/**
 * A table with all its partitions, since one of those may have got its end, and another name, or have been dropped. What is not logged
 * begins empty after a crash and is in no copy: nobody is owed it.
 */
export async function tablesOf(tx: Transaction): Promise<Table[]> {
  const rows = await tx<{ name: string; key: string | null }[]>`
    select c.relname as name,
      (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_index i
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition and n.nspname = 'public' order by c.relname`
  return rows.map(({ name, key }) => ({ name, key, isForEver: forEver.has(name) }))
}

const rowsAtOnce = 2_000

export async function* rowsInOrder(
  tx: Transaction | undefined,
  { name, key }: Table,
  cursor: string,
): AsyncGenerator<Row> {
  if (tx === undefined) return
  const entry = name === 'ledger_entries' ? 't.account_id::text' : 'null::text'
  const amount = name === 'ledger_entries' ? 't.amount' : 'null::bigint'
  await tx.unsafe(`
    declare ${cursor} no scroll cursor for
    select * from (
      select ${key === null ? 'md5(t::text)' : `row(${key})::text`} as key, t.xmin::text::bigint as xid,
        hashtextextended(t::text, 0) as hash, ${entry} as account, ${amount} as amount
      from public."${name.replaceAll('"', '""')}" t) r
    order by key collate "C"`)
  for (;;) {
    const rows = await tx.unsafe(`fetch ${rowsAtOnce} from ${cursor}`)
    for (const row of rows as unknown as (Omit<Row, 'xid'> & { xid: bigint })[])
      yield { ...row, xid: Number(row.xid) }
    if (rows.length < rowsAtOnce) break
  }
  await tx.unsafe(`close ${cursor}`)
}
