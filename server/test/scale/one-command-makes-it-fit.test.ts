import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { places, planSpread, prepareSpread, type Spreading, spreadBy } from '../../src/database/database.ts'
import { readTables } from '../../src/database/spread/read-tables.ts'
import { assertBooksHold } from '../stories/money/books.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { isTest, readSourceFiles } from '../tidy/source-files.ts'
import { sqlTextsOf } from '../tidy/sql.ts'
import { layInParts } from './lay-in-parts.ts'
import { leftAfterSpreading } from './left-after-spreading.ts'
import { twoShopsAtWork } from './two-shops-at-work.ts'

let database: TestDatabase
let planned: Spreading
let spread: Spreading
before(async () => {
  database = await createTestDatabase()
  planned = await planSpread(database.sql)
  spread = await prepareSpread(database.sql)
})
after(() => database.drop())

test('the command makes the changes that it has told', () => {
  assert.ok(planned.changes.length > 50)
  assert.deepEqual(spread.changes, planned.changes)
  assert.ok(planned.offences.some(({ rule }) => rule === 'key'))
})

test('after it nothing offends against the rules of Citus but the triggers that are told', () => {
  const left = spread.offences.filter(
    ({ rule, told }) => rule !== 'trigger' || !leftAfterSpreading[functionIn(told)],
  )
  assert.deepEqual(left, [])
  const used = new Set(spread.offences.map(({ told }) => functionIn(told)))
  assert.deepEqual([...used].toSorted(), Object.keys(leftAfterSpreading).toSorted())
})

const functionIn = (told: string) => /: (\w+) asks/.exec(told)?.[1] ?? ''

test('done again it changes nothing', async () => {
  assert.deepEqual((await prepareSpread(database.sql)).changes, [])
})

test('parts that are made after it have the keys that it has widened', async () => {
  await layInParts(database.sql)
  assert.deepEqual((await prepareSpread(database.sql)).changes, [])
  assert.deepEqual((await planSpread(database.sql)).offences, spread.offences)
})

test('Citus is told of every table once, of those that are copied first, and keys between tables that are spread wait for all of them', () => {
  const { distribution } = spread
  const names = distribution.flatMap((statement) => /create_\w+_table\('(\w+)'/.exec(statement)?.[1] ?? [])
  const wanted = Object.keys(places).filter((name) => places[name]?.kind !== 'local')
  assert.deepEqual(names.toSorted(), wanted.toSorted())
  assert.ok(names.indexOf('merchants') < names.indexOf('collections'))
  const dropped = distribution.flatMap((statement) => /drop constraint (\w+)/.exec(statement)?.[1] ?? [])
  const added = distribution.flatMap((statement) => /add constraint (\w+)/.exec(statement)?.[1] ?? [])
  assert.ok(dropped.includes('credit_notes_invoice_id_fkey'))
  assert.deepEqual(added, dropped)
  const lastTable = distribution.findLastIndex((statement) => statement.includes('create_'))
  assert.ok(distribution.findIndex((statement) => statement.includes('add constraint')) > lastTable)
})

test('before its tables Citus is told of the functions that statements call, and a trigger that would wait for itself is switched off', () => {
  const { distribution } = spread
  const firstTable = distribution.findIndex((statement) => /create_\w+_table/.test(statement))
  const before = distribution.slice(0, firstTable)
  for (const name of ['touched(anyelement)', 'of_merchants(uuid,uuid[])'])
    assert.ok(before.includes(`select create_distributed_function('${name}')`), name)
  assert.deepEqual(
    before.filter((statement) => statement.includes('disable trigger')),
    ['alter table ledger_accounts disable trigger ledger_accounts_have_an_owner'],
  )
})

test('every conflict that a statement resolves is one of a key that the tables still have', async () => {
  const keys = new Map(
    (await readTables(database.sql)).map((table) => [
      table.name,
      table.keys.map(({ columns }) => columns.toSorted().join()),
    ]),
  )
  const root = join(import.meta.dirname, '..', '..', '..')
  const files = readSourceFiles(root).filter(({ path }) => path.startsWith('server/src/') && !isTest(path))
  const resolved = files.flatMap((file) => sqlTextsOf(file).flatMap(({ text }) => conflictsIn(text)))
  assert.ok(resolved.length > 10)
  const lost = resolved.filter(
    ({ table, columns }) => spreadBy(table) !== undefined && !keys.get(table)?.includes(columns),
  )
  assert.deepEqual(lost, [], 'name the constraint instead, or columns with the merchant among them')
})

/** The tables into which a text inserts, each with the columns by which it expects a conflict. */
function conflictsIn(text: string): { table: string; columns: string }[] {
  const inserts = text.split(/insert into /).slice(1)
  return inserts.flatMap((insert) => {
    const [table = ''] = /^\w+/.exec(insert) ?? []
    const [, columns] = /on conflict \(([\w, ]+)\)/.exec(insert) ?? []
    return columns === undefined ? [] : [{ table, columns: columns.split(/, */).toSorted().join() }]
  })
}

test('payments, payouts, deliveries and lists go their ways on tables that were made fit', async () => {
  const work = await twoShopsAtWork(database)
  try {
    const collections = await work.takeIn()
    await work.lookAround(collections, await work.payOut())
    const [, other] = work.shops
    const asked = await other?.call(`/v1/collections/${collections[0]}`, { key: other.liveKey })
    assert.equal(asked?.status, 404)
    await assertBooksHold(work.service.world)
  } finally {
    await work.service.stop()
  }
  // What is written beside the answers fails in silence, but for the log.
  const failed = work.service.logLines.filter((line) => /"level":"(error|warn)"/.test(line))
  assert.deepEqual(failed, [])
})
