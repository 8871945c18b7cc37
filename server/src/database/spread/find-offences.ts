import { type Place, places, spreadBy } from './places.ts'
import type { ForeignKey, TableFacts } from './read-tables.ts'

/** Something that Citus would refuse, or leave unguarded. */
export type Offence = {
  table: string
  rule: 'place' | 'column' | 'key' | 'foreign key' | 'sequence' | 'trigger' | 'shape'
  told: string
}

/**
 * Holds tables against what Citus publishes of tables that are distributed by hash: the column by which a table is spread is there, of one type
 * everywhere, and in every unique key; foreign keys lead along it to tables that are spread alike, or to tables that are copied, and never
 * from a copied or a local table to one that is spread; numbers that a sequence gives are bigint; a trigger runs on the part of its table that
 * a node has, where other tables cannot be asked; and partitions have one level.
 */
export function findOffences(tables: TableFacts[]): Offence[] {
  return tables.flatMap((table) => {
    const place = places[table.name]
    if (place === undefined) {
      const told = `${table.name} has no place. Give it one in server/src/database/spread/places.ts, and a row with its reason in docs/scale.md.`
      return [{ table: table.name, rule: 'place' as const, told }]
    }
    const offences = [...offencesOfReferences(table, place), ...offencesOfTriggers(table, place)]
    return place.kind === 'spread' ? [...offencesOfSpread(table, place.by), ...offences] : offences
  })
}

function offencesOfSpread(facts: TableFacts, by: string): Offence[] {
  const { name: table, columns, keys, partitionedBy, deepPartitions, hasRules, kind } = facts
  const offences: Offence[] = []
  const column = columns.find(({ name }) => name === by)
  if (column === undefined) offences.push({ table, rule: 'column', told: `${table} has no ${by}` })
  else if (column.type !== 'uuid')
    offences.push({ table, rule: 'column', told: `${table}.${by} is ${column.type} and not uuid` })
  else if (column.generated)
    offences.push({ table, rule: 'column', told: `${table}.${by} is made of other columns` })
  else if (!column.required) offences.push({ table, rule: 'column', told: `${table}.${by} may be null` })
  for (const key of keys)
    if (!key.columns.includes(by))
      offences.push({ table, rule: 'key', told: `${key.name} (${key.columns.join(', ')}) lacks ${by}` })
  for (const { name, type, sequence } of columns)
    if (sequence && type !== 'bigint')
      offences.push({
        table,
        rule: 'sequence',
        told: `${table}.${name} is counted as ${type} and not as bigint`,
      })
  if (kind !== 'r' && kind !== 'p')
    offences.push({ table, rule: 'shape', told: `${table} is no plain table` })
  if (hasRules) offences.push({ table, rule: 'shape', told: `${table} has rules` })
  if (deepPartitions > 0)
    offences.push({ table, rule: 'shape', told: `${table} has partitions of more than one level` })
  if (partitionedBy !== null && partitionedBy.length === 0)
    offences.push({ table, rule: 'shape', told: `${table} is partitioned by an expression` })
  return offences
}

function offencesOfReferences({ name: table, refers }: TableFacts, place: Place): Offence[] {
  return refers.flatMap((key): Offence[] => {
    const wrong = wrongIn(key, place, places[key.to])
    return wrong === null ? [] : [{ table, rule: 'foreign key', told: `${key.name} ${wrong}` }]
  })
}

function wrongIn(key: ForeignKey, from: Place, to: Place | undefined): string | null {
  if (to === undefined) return `leads to ${key.to}, which has no place`
  if (from.kind === 'spread' && to.kind === 'spread') {
    const [here, there] = [key.columns.indexOf(from.by), key.toColumns.indexOf(to.by)]
    if (here < 0 || here !== there) return `leads to ${key.to}, which is spread, and not along ${from.by}`
    return key.nulls ? `would empty ${from.by}` : null
  }
  if (to.kind === 'spread') return `leads from a ${from.kind} table to ${key.to}, which is spread`
  if (from.kind === 'spread') return to.kind === 'local' ? `leads to ${key.to}, which is in one place` : null
  if (from.kind === 'copied' && to.kind === 'local' && key.cascades)
    return `cascades from ${key.to}, which is in one place`
  return null
}

function offencesOfTriggers({ name: table, triggers }: TableFacts, place: Place): Offence[] {
  if (place.kind === 'local') return []
  return triggers
    .filter(({ names }) => names.some((name) => name !== table || spreadBy(name) !== undefined))
    .map(({ name, function: called, names }) => ({
      table,
      rule: 'trigger' as const,
      told: `${name}: ${called} asks ${names.join(', ')}`,
    }))
}
