import type { Database, Transaction } from '../connect-database.ts'

/** What decides whether a table can be spread, as the catalogue has it. Partitions are told by their table. */
export type TableFacts = {
  name: string
  columns: { name: string; type: string; required: boolean; generated: boolean; sequence: boolean }[]
  keys: UniqueKey[]
  refers: ForeignKey[]
  triggers: Trigger[]
  partitionedBy: string[] | null
  /** Partitions that are partitioned in turn. */
  deepPartitions: number
  hasRules: boolean
  /** Whether its owner may change rows: of what is history, nobody may. */
  mayChange: boolean
  kind: string
}

export type UniqueKey = {
  name: string
  columns: string[]
  definition: string
  constraint: 'primary key' | 'unique' | 'exclusion' | null
}

export type ForeignKey = {
  name: string
  columns: string[]
  to: string
  toColumns: string[]
  definition: string
  /** What happens to a row whose target goes or changes: more than nothing. */
  cascades: boolean
  nulls: boolean
}

/** A trigger with the tables that its function names. */
export type Trigger = { name: string; function: string; names: string[] }

export async function readTables(sql: Database | Transaction): Promise<TableFacts[]> {
  const tables = await sql<TableFacts[]>`
    select c.relname as name, c.relkind::text as kind, c.relhasrules as "hasRules",
      has_table_privilege(c.oid, 'update') as "mayChange",
      coalesce((select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
          'generated', a.attgenerated <> '', 'sequence', a.attidentity <> ''
            or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%') order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
      coalesce((select json_agg(json_build_object('name', x.relname, 'definition', pg_get_indexdef(i.indexrelid),
          'constraint', case k.contype when 'p' then 'primary key' when 'u' then 'unique' when 'x' then 'exclusion' end,
          'columns', array(select coalesce(a.attname, '(expression)') from unnest(i.indkey::int[]) with ordinality as n (number, place)
            left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = n.number and n.number > 0
            where n.place <= i.indnkeyatts order by n.place)) order by x.relname)
        from pg_index i join pg_class x on x.oid = i.indexrelid
        left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x')
        where (i.indrelid = c.oid
            -- A key that partitions have of their own is none of the table's.
            or i.indrelid in (select part.inhrelid from pg_inherits part where part.inhparent = c.oid)
              and not exists (select from pg_inherits own where own.inhrelid = i.indexrelid))
          and (i.indisunique or i.indisexclusion)), '[]') as keys,
      coalesce((select json_agg(json_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid),
          'to', k.confrelid::regclass::text, 'cascades', k.confdeltype not in ('a', 'r') or k.confupdtype not in ('a', 'r'),
          'nulls', k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd'),
          'columns', array(select a.attname from unnest(k.conkey) with ordinality as n (number, place)
            join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.number order by n.place),
          'toColumns', array(select a.attname from unnest(k.confkey) with ordinality as n (number, place)
            join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n.number order by n.place)) order by k.conname)
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '[]') as refers,
      coalesce((select json_agg(json_build_object('name', t.tgname, 'function', p.proname,
          'names', array(select other.relname from pg_class other
            where other.relnamespace = c.relnamespace and other.relkind in ('r', 'p') and not other.relispartition
              and p.prosrc ~ ('\\m' || other.relname || '\\M') order by 1)) order by t.tgname)
        from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and not t.tgisinternal), '[]') as triggers,
      (select array(select a.attname::text from unnest(p.partattrs::int[]) as n (number)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = n.number)
        from pg_partitioned_table p where p.partrelid = c.oid) as "partitionedBy",
      (select count(*)::int from pg_inherits h join pg_partitioned_table p on p.partrelid = h.inhrelid where h.inhparent = c.oid) as "deepPartitions"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
      -- What an extension brings is its own affair.
      and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
    order by c.relname`
  return [...tables]
}

/** Functions of ours that statements call, with the types of what they take; triggers go with their tables. */
export async function readFunctions(sql: Database | Transaction): Promise<string[]> {
  const functions = await sql<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
    order by 1`
  return functions.map(({ name }) => name)
}

/** Whether statements that find rows by ids compare their merchant as well, which they do where tables were made fit. */
export async function comparesMerchants(sql: Database | Transaction): Promise<boolean> {
  const [row] = await sql<
    { text: string }[]
  >`select prosrc as text from pg_proc where proname = 'of_merchants'`
  return row?.text.includes('any') === true
}
