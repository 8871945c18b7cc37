import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { places, planSpread, prepareSpread, type Spreading } from '../../src/database/database.ts'
import { assertBooksHold } from '../stories/money/books.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
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

test('Citus is told of every table once, of those that are copied first, and keys between tables that are spread wait for all of them', () => {
  const { distribution } = spread
  const names = distribution.flatMap((statement) => /create_\w+_table\('(\w+)'/.exec(statement)?.[1] ?? [])
  const wanted = Object.keys(places).filter((name) => places[name]?.kind !== 'local')
  assert.deepEqual(names.toSorted(), wanted.toSorted())
  assert.ok(names.indexOf('merchants') < names.indexOf('collections'))
  const dropped = distribution.flatMap((statement) => /drop constraint (\w+)/.exec(statement)?.[1] ?? [])
  const added = distribution.flatMap((statement) => /add constraint (\w+)/.exec(statement)?.[1] ?? [])
  assert.ok(dropped.includes('collections_customer_id_fkey'))
  assert.deepEqual(added, dropped)
  const lastTable = distribution.findLastIndex((statement) => statement.includes('create_'))
  assert.ok(distribution.findIndex((statement) => statement.includes('add constraint')) > lastTable)
})

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
})
