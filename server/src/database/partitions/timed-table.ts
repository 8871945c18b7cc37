import { lowestIdAt } from '../../primitives/id.ts'
import { idOfReference, referenceOf } from '../../primitives/reference.ts'

/** A table and the column by which it is partitioned: ids, or references that are ids behind a prefix. */
export type TimedTable = {
  table: string
  key: string
  prefix?: string
}

/** Lower than every key that is made from that millisecond on. */
export function lowestKeyAt({ prefix }: TimedTable, ms: number): string {
  const id = lowestIdAt(ms)
  return prefix === undefined ? id : referenceOf(prefix, id)
}

/** The millisecond with which a key begins. */
export function timeOf({ table, prefix }: TimedTable, key: string): number {
  const id = prefix === undefined ? key : idOfReference(prefix, key)
  if (id === null) throw new Error(`${table} has the key ${key}, which begins with no time`)
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}
