import { places, spreadBy } from './places.ts'
import type { ForeignKey, TableFacts, UniqueKey } from './read-tables.ts'

/**
 * What has to be done to tables before they can be spread, as statements in their order; nothing where it was done before. The merchant comes
 * last in a key: an id alone is then found by it as before, and every plan stays as it was. Keys keep their names, by which code knows
 * what was in the way of a row.
 */
export function planSpreading(tables: TableFacts[], comparesMerchants: boolean): string[] {
  return [
    ...(comparesMerchants ? [] : [compareMerchants]),
    ...tables.flatMap(dropReferences),
    ...tables.flatMap(fillMerchants),
    ...tables.flatMap(widenKeys),
    ...tables.flatMap(addReferences),
  ]
}

/** Statements that find rows by ids are of one node from then on. Inlined, it is what the planner of the cluster looks for. */
const compareMerchants =
  "create or replace function of_merchants(uuid, uuid[]) returns boolean language sql immutable parallel safe as 'select $1 = any($2)'"

/** A key to what is spread leads along the merchant; from what is in one place there can be none. */
function dropReferences(table: TableFacts): string[] {
  return crossing(table).map(({ name }) => `alter table ${table.name} drop constraint ${name}`)
}

function addReferences(table: TableFacts): string[] {
  if (spreadBy(table.name) === undefined) return []
  return crossing(table).map((key) => addAlong(table.name, key))
}

/** The key between two tables that are spread, along what both are spread by. */
function addAlong(table: string, { name, columns, to, toColumns }: ForeignKey): string {
  const [own, theirs] = [withLast(columns, spreadBy(table)), withLast(toColumns, spreadBy(to))]
  return `alter table ${table} add constraint ${name} foreign key (${own}) references ${to} (${theirs})`
}

function withLast(columns: string[], last = ''): string {
  return (columns.includes(last) ? columns : [...columns, last]).join(', ')
}

function crossing({ name, refers }: TableFacts): ForeignKey[] {
  const by = spreadBy(name)
  return refers.filter(({ to, columns }) => spreadBy(to) !== undefined && !columns.includes(by ?? ''))
}

/** What was written before it named its merchant. History refuses every change but this one, which the owner of the tables makes. */
function fillMerchants({ name, columns, mayChange }: TableFacts): string[] {
  const place = places[name]
  if (place?.kind !== 'spread' || place.from === undefined) return []
  const { by, from } = place
  if (columns.some((column) => column.name === by && column.required)) return []
  return [
    `alter table ${name} disable trigger user`,
    ...(mayChange ? [] : [`grant update on ${name} to current_user`]),
    `update ${name} set ${by} = parent.${by} from ${from.table} parent where ${name}.${from.key} = parent.id and ${name}.${by} is null`,
    ...(from.isOutlived ? [`delete from ${name} where ${by} is null`] : []),
    ...(mayChange ? [] : [`revoke update on ${name} from current_user`]),
    `alter table ${name} enable trigger user`,
    `alter table ${name} alter column ${by} set not null`,
  ]
}

function widenKeys({ name, keys }: TableFacts): string[] {
  const by = spreadBy(name)
  if (by === undefined) return []
  return keys.filter(({ columns }) => !columns.includes(by)).flatMap((key) => widen(name, key, by))
}

function widen(table: string, { name, columns, constraint, definition }: UniqueKey, by: string): string[] {
  if (constraint === 'exclusion') throw new Error(`${name} excludes, and has to be changed by hand.`)
  if (constraint !== null) {
    const wider = [...columns, by].join(', ')
    return [
      `alter table ${table} drop constraint ${name}`,
      `alter table ${table} add constraint ${name} ${constraint} (${wider})`,
    ]
  }
  return [`drop index ${name}`, withColumn(definition, by).replace(' ON ONLY ', ' ON ')]
}

/** The definition of an index with one more column at the end of its list. */
export function withColumn(definition: string, column: string): string {
  const opening = definition.indexOf('(')
  let depth = 0
  let isQuoted = false
  for (let place = opening; place < definition.length; place += 1) {
    const character = definition[place]
    if (character === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth === 0) return `${definition.slice(0, place)}, ${column}${definition.slice(place)}`
  }
  throw new Error(`There is no list of columns in: ${definition}`)
}

/**
 * What is said to Citus then. A table cannot be spread while one that is not refers to it, so the keys between those that are spread are put
 * aside until all of them are. Functions that statements name have to be on every node. A trigger that locks what is copied waits for the very
 * move that has called it, so it is switched off, and stays so: on a node it could not ask either.
 */
export function planDistributing(tables: TableFacts[], functions: string[]): string[] {
  const copied = inOrder(tables.filter(({ name }) => places[name]?.kind === 'copied'))
  const spread = tables.filter(({ name }) => spreadBy(name) !== undefined)
  const [first] = spread
  const between = spread.flatMap(({ name, refers }) =>
    refers.filter(({ to }) => spreadBy(to) !== undefined).map((key) => ({ ...key, table: name })),
  )
  return [
    'set citus.enable_unsafe_triggers = on',
    ...functions.map((name) => `select create_distributed_function('${name}')`),
    ...spread.flatMap(({ name, triggers }) =>
      triggers
        .filter(({ names }) => names.some((other) => places[other]?.kind === 'copied'))
        .map((trigger) => `alter table ${name} disable trigger ${trigger.name}`),
    ),
    ...between.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...copied.map(({ name }) => `select create_reference_table('${name}')`),
    ...spread.map((table) => {
      const beside = table === first ? 'none' : first?.name
      return `select create_distributed_table('${table.name}', '${spreadBy(table.name)}', colocate_with => '${beside}')`
    }),
    ...between.map((key) => addAlong(key.table, key)),
  ]
}

/** Those that others refer to come before them. */
function inOrder(tables: TableFacts[]): TableFacts[] {
  const sorted: TableFacts[] = []
  const left = new Set(tables)
  while (left.size > 0) {
    const names = new Set([...left].map(({ name }) => name))
    const free = [...left].filter(({ name, refers }) =>
      refers.every(({ to }) => to === name || !names.has(to)),
    )
    if (free.length === 0) throw new Error(`${[...names].join(', ')} refer to each other in a circle.`)
    for (const table of free) left.delete(table)
    sorted.push(...free)
  }
  return sorted
}
