import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  batchStatuses,
  collectionStatuses,
  controlNumberStatuses,
  discrepancyKinds,
  invoiceStates,
  withdrawalStatuses,
} from '@malipo/contract'
import {
  batchBirths,
  batchLifecycle,
  batchSources,
  legalBatchSteps,
} from '../../src/batches/batch-lifecycle.ts'
import {
  collectionBirths,
  collectionLifecycle,
  legalSteps,
  sources,
} from '../../src/collections/collection-lifecycle.ts'
import {
  controlNumberBirths,
  controlNumberLifecycle,
  movers,
} from '../../src/control-numbers/control-number-lifecycle.ts'
import { invoiceBirths, invoiceLifecycle } from '../../src/invoices/invoice-lifecycle.ts'
import {
  legalWithdrawalSteps,
  withdrawalBirths,
  withdrawalLifecycle,
  sources as withdrawalSources,
} from '../../src/withdrawals/withdrawal-lifecycle.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { describeLifecycles } from './describe-lifecycles.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

/** The texts that a column's CHECK allows. */
async function allowed(table: string, column: string): Promise<string[]> {
  const rows = await database.sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and contype = 'c' and conname = ${`${table}_${column}_check`}`
  assert.equal(rows.length, 1, `${table}.${column} has no check of its own`)
  return [...(rows[0]?.definition ?? '').matchAll(/'([^']+)'::text/g)].map((match) => match[1] ?? '').sort()
}

test('the database allows exactly the states of the table, and exactly its movers', async () => {
  assert.deepEqual(await allowed('collections', 'status'), [...collectionStatuses].sort())
  assert.deepEqual(await allowed('collection_history', 'source'), [...sources].sort())
  assert.deepEqual(await allowed('withdrawals', 'status'), [...withdrawalStatuses].sort())
  assert.deepEqual(await allowed('invoices', 'status'), [...invoiceStates].sort())
  assert.deepEqual(await allowed('withdrawal_history', 'source'), [...withdrawalSources].sort())
  assert.deepEqual(await allowed('control_numbers', 'status'), [...controlNumberStatuses].sort())
  assert.deepEqual(await allowed('control_number_history', 'mover'), [...movers].sort())
  assert.deepEqual(await allowed('disbursement_batches', 'status'), [...batchStatuses].sort())
  assert.deepEqual(await allowed('disbursement_batch_history', 'source'), [...batchSources].sort())
})

type Steps = { from: string | null; to: string }[]

function reachedFrom(births: string[], steps: Steps): string[] {
  const reached = new Set(births)
  for (let before = -1; before !== reached.size; ) {
    before = reached.size
    for (const { from, to } of steps) if (from !== null && reached.has(from)) reached.add(to)
  }
  return [...reached].sort()
}

test('every state of a batch can be reached, and it ends as rejected or done', () => {
  assert.deepEqual(reachedFrom(Object.keys(batchBirths), legalBatchSteps()), [...batchStatuses].sort())
  const dead = batchStatuses.filter((status) => Object.keys(batchLifecycle[status].next).length === 0)
  assert.deepEqual(dead, ['REJECTED', 'DONE'])
})

test('every state of a collection can be reached, and every one but reversed can be left', () => {
  assert.deepEqual(reachedFrom(Object.keys(collectionBirths), legalSteps()), [...collectionStatuses].sort())
  const dead = collectionStatuses.filter(
    (status) => Object.keys(collectionLifecycle[status].next).length === 0,
  )
  assert.deepEqual(dead, ['reversed'])
})

test('every state of a withdrawal can be reached, and every one but REJECTED and REVERSED can be left', () => {
  assert.deepEqual(
    reachedFrom(Object.keys(withdrawalBirths), legalWithdrawalSteps()),
    [...withdrawalStatuses].sort(),
  )
  const dead = withdrawalStatuses.filter(
    (status) => Object.keys(withdrawalLifecycle[status].next).length === 0,
  )
  assert.deepEqual(dead, ['REJECTED', 'REVERSED'])
})

test('every state of an invoice can be reached, and every one but VOID can be left', () => {
  const steps = invoiceStates.flatMap((from) =>
    Object.keys(invoiceLifecycle[from].next).map((to) => ({ from, to })),
  )
  assert.deepEqual(reachedFrom(Object.keys(invoiceBirths), steps), [...invoiceStates].sort())
  const dead = invoiceStates.filter((state) => Object.keys(invoiceLifecycle[state].next).length === 0)
  assert.deepEqual(dead, ['VOID'])
})

test('every state of a control number can be reached, and it ends as expired or cancelled', () => {
  const steps = controlNumberStatuses.flatMap((from) =>
    Object.keys(controlNumberLifecycle[from].next).map((to) => ({ from, to })),
  )
  assert.deepEqual(reachedFrom(Object.keys(controlNumberBirths), steps), [...controlNumberStatuses].sort())
  const dead = controlNumberStatuses.filter(
    (state) => Object.keys(controlNumberLifecycle[state].next).length === 0,
  )
  assert.deepEqual(dead, ['EXPIRED', 'CANCELLED'])
})

test('no withdrawal is moved towards the provider by anybody but an administrator', () => {
  for (const status of withdrawalStatuses) {
    const movers = (withdrawalLifecycle[status].next as Record<string, readonly string[]>).PROCESSING ?? []
    assert.ok(
      movers.every((by) => by === 'super_admin' || by === 'simulated_admin'),
      status,
    )
  }
})

test('the page about lifecycles says what the tables say', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/lifecycles.md'), 'utf8')
  assert.equal(page, describeLifecycles(), 'run: node server/test/lifecycles/write-lifecycles.ts')
})

test('docs/discrepancies.md tells of each kind of discrepancy once, and of no other', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/discrepancies.md'), 'utf8')
  const rows = Array.from(text.matchAll(/^\| (`[^|]*) \|/gm), ([, kinds = '']) => kinds)
  const told = rows.flatMap((kinds) => Array.from(kinds.matchAll(/`(\w+)`/g), ([, kind]) => kind))
  assert.deepEqual(told.sort(), [...discrepancyKinds].sort())
})
