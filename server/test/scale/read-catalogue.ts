import type { Database } from '../../src/database/database.ts'

export type Catalogued = {
  merchant: 'always' | 'sometimes' | 'never'
  /** Unique keys, the primary one included, in which the merchant is not. */
  keysWithoutMerchant: string[][]
  /** By foreign keys. */
  refersTo: string[]
}

type Row = {
  name: string
  is_always: boolean | null
  keys: string[]
  refers_to: string[]
}

/** Every table with what decides whether it could be spread by merchant. */
export async function readCatalogue(sql: Database): Promise<Map<string, Catalogued>> {
  const rows = await sql<Row[]>`
    select c.relname as name,
      (select attnotnull from pg_attribute where attrelid = c.oid and attname = 'merchant_id') as is_always,
      array(
        select (select string_agg(coalesce(a.attname, 'an expression'), ', ' order by place)
          from unnest(i.indkey::int[]) with ordinality as k (number, place)
          left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number and k.number > 0)
        from pg_index i where i.indrelid = c.oid and i.indisunique) as keys,
      array(select distinct confrelid::regclass::text from pg_constraint where conrelid = c.oid and contype = 'f') as refers_to
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`
  return new Map(
    rows.map(({ name, is_always, keys, refers_to }) => [
      name,
      {
        merchant: is_always === null ? 'never' : is_always ? 'always' : 'sometimes',
        keysWithoutMerchant: keys
          .map((key) => key.split(', '))
          .filter((key) => !key.includes('merchant_id'))
          .toSorted(),
        refersTo: refers_to,
      },
    ]),
  )
}
