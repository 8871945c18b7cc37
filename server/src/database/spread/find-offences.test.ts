import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findOffences } from './find-offences.ts'
import { withColumn } from './plan-spreading.ts'
import type { ForeignKey, TableFacts } from './read-tables.ts'

const column = { name: 'merchant_id', type: 'uuid', required: true, generated: false, sequence: false }
const key = { name: 'a_key', columns: ['id', 'merchant_id'], definition: '', constraint: null }
const reference: ForeignKey = {
  name: 'a_reference',
  columns: ['other_id', 'merchant_id'],
  to: 'withdrawals',
  toColumns: ['id', 'merchant_id'],
  definition: '',
  cascades: false,
  nulls: false,
}

function factsOf(name: string, changes: Partial<TableFacts> = {}): TableFacts {
  return {
    ...{ name, columns: [column], keys: [key], refers: [], triggers: [], partitionedBy: null },
    ...{ deepPartitions: 0, hasRules: false, mayChange: true, kind: 'r' },
    ...changes,
  }
}

const told = (name: string, changes: Partial<TableFacts>) =>
  findOffences([factsOf(name, changes)]).map((offence) => `${offence.rule}: ${offence.told}`)

test('what fits offends nobody', () => {
  assert.deepEqual(told('collections', { refers: [reference], partitionedBy: ['id'], kind: 'p' }), [])
  const toCopied = { ...reference, columns: ['merchant_id'], to: 'merchants', toColumns: ['id'] }
  assert.deepEqual(told('collections', { refers: [toCopied] }), [])
  assert.deepEqual(told('audit_log', { columns: [], keys: [{ ...key, columns: ['seq'] }] }), [])
})

test('each rule has its sentence', () => {
  const offending: [RegExp, string, Partial<TableFacts>][] = [
    [/place: nowhere has no place. Give it one in/, 'nowhere', {}],
    [/column: collections has no merchant_id/, 'collections', { columns: [] }],
    [/is text and not uuid/, 'collections', { columns: [{ ...column, type: 'text' }] }],
    [/is made of other columns/, 'collections', { columns: [{ ...column, generated: true }] }],
    [/may be null/, 'collections', { columns: [{ ...column, required: false }] }],
    [/key: a_key \(id\) lacks merchant_id/, 'collections', { keys: [{ ...key, columns: ['id'] }] }],
    [/lacks scope/, 'idempotency_keys', { columns: [{ ...column, name: 'scope' }] }],
    [
      /sequence: collections.number is counted as integer/,
      'collections',
      { columns: [column, { ...column, name: 'number', type: 'integer', sequence: true }] },
    ],
    [
      /not along merchant_id/,
      'collections',
      { refers: [{ ...reference, columns: ['other_id'], toColumns: ['id'] }] },
    ],
    [
      /not along merchant_id/,
      'collections',
      { refers: [{ ...reference, columns: ['merchant_id', 'other_id'] }] },
    ],
    [/would empty merchant_id/, 'collections', { refers: [{ ...reference, nulls: true }] }],
    [/which is in one place/, 'collections', { refers: [{ ...reference, to: 'audit_log' }] }],
    [/from a local table to withdrawals/, 'discrepancies', { refers: [reference] }],
    [/from a copied table to withdrawals/, 'users', { refers: [reference] }],
    [/cascades from sessions/, 'users', { refers: [{ ...reference, to: 'sessions', cascades: true }] }],
    [/which has no place/, 'collections', { refers: [{ ...reference, to: 'nowhere' }] }],
    [
      /trigger: a_trigger: a_function asks merchants/,
      'collections',
      { triggers: [{ name: 'a_trigger', function: 'a_function', names: ['merchants'] }] },
    ],
    [/is no plain table/, 'collections', { kind: 'v' }],
    [/has rules/, 'collections', { hasRules: true }],
    [/more than one level/, 'collections', { deepPartitions: 1 }],
    [/partitioned by an expression/, 'collections', { partitionedBy: [] }],
  ]
  for (const [sentence, name, changes] of offending) assert.match(told(name, changes).join('\n'), sentence)
})

test('an index gets one more column at the end of its list, whatever stands in it', () => {
  assert.equal(
    withColumn(
      "CREATE UNIQUE INDEX a ON public.b USING btree (c, md5((d || ')'::text))) WHERE (c IS NOT NULL)",
      'e',
    ),
    "CREATE UNIQUE INDEX a ON public.b USING btree (c, md5((d || ')'::text)), e) WHERE (c IS NOT NULL)",
  )
})
