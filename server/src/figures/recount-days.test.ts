import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { failureCodes } from '@malipo/contract'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { connectDatabase, type Database, type Transaction } from '../database/database.ts'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import { networkPrefixes } from '../providers/providers.ts'
import { type Counted, countFees, countingDays, dayChangesOf } from './day-change.ts'
import { differences, recountDays } from './recount-days.ts'
import { sumUpDays } from './sum-up-days.ts'

let database: TestDatabase
let sql: Database
before(async () => {
  database = await createTestDatabase({ poolSize: 6 })
  sql = database.sql
  await sql.begin(async (tx) => {
    for (const row of collections) await keep(tx, row)
  })
})
after(() => database.drop())

const newId = idsFrom(systemClock)
const now = new Date('2026-11-16T09:00:00Z')
const clock = { now: () => now }
/** A minute before midnight in Dar es Salaam, and midnight. */
const [before1, at1] = [new Date('2026-11-15T20:59:00Z'), new Date('2026-11-15T21:00:00Z')]
const merchants = [newId(), newId()] as const

const phones = [
  null,
  ...networkPrefixes.flatMap(([, starts]) => starts.map((start) => `255${start.padEnd(9, '1')}`)),
  ...['255631111111', '25571111111', '2557111111111', '254711111111', 'x255711111111'],
]
const one: Counted = {
  id: '',
  merchant_id: merchants[0],
  ...{ environment: 'live', currency: 'TZS', method: 'USSD_PUSH', customer_phone: null },
  ...{ status: 'successful', failure_code: null, amount: 100n, completed_at: at1 },
}
const other = (change: Partial<Counted>): Counted => ({ ...one, id: newId(), ...change })

/** One of each kind that differs in anything that is counted. */
const collections: Counted[] = [
  ...phones.map((customer_phone) => other({ customer_phone })),
  ...phones.map((customer_phone) => other({ customer_phone, method: 'DYNAMIC_QR' })),
  ...failureCodes.map((failure_code) => other({ status: 'failed', failure_code })),
  other({ method: null, status: 'failed' }),
  other({ method: 'STK_PUSH', customer_phone: '255711111111', amount: 999_999_999_999_999n }),
  other({ method: 'STK_PUSH', customer_phone: '255711111111', amount: 999_999_999_999_999n }),
  other({ status: 'reversed', completed_at: before1 }),
  other({ environment: 'sandbox' }),
  other({ currency: 'KES' }),
  other({ merchant_id: merchants[1], completed_at: before1 }),
  other({ status: 'pending_clearance', completed_at: null }),
]

async function keep(tx: Transaction, row: Counted) {
  const due = row.status === 'processing' ? now : null
  await tx`
    insert into collections (id, merchant_id, environment, family, method, status, amount, currency, customer_phone, failure_code,
      provider, provider_reference, due_at, created_at, updated_at, completed_at)
    values (${row.id}, ${row.merchant_id}, ${row.environment}, 'B', ${row.method}, ${row.status}, ${row.amount}, ${row.currency},
      ${row.customer_phone}, ${row.failure_code}, 'own', ${row.id}, ${due}, ${before1}, ${before1}, ${row.completed_at})`
}

const open = (row: Counted): Counted => ({
  ...row,
  status: 'processing',
  failure_code: null,
  completed_at: null,
})
const ended = (rows: readonly Counted[]) => rows.map((after) => ({ before: open(after), after }))

async function count(steps: { before: Counted; after: Counted }[]): Promise<void> {
  const changes = steps.flatMap(dayChangesOf)
  await sql.begin(async (tx) => void (await tx`${countingDays(tx, changes)}`))
}

type Difference = { day: string; status: string; many: string; amount: string; fees: string }

const found = () =>
  sql<Difference[]>`
    select day::text, status, many::text, amount::text, fees::text from (${differences(sql)}) d order by 1, 2, 3`.then(
    (rows) => [...rows],
  )

beforeEach(async () => {
  await sql`delete from collection_days`
  await sql`delete from collection_day_changes`
  await count(ended(collections))
})

test('what is counted with the steps is what the rows say, of each network, method, reason and day', async () => {
  assert.deepEqual(await found(), [])
  const [counted] = await sql`select sum(many)::int as many from collection_day_changes`
  assert.equal(counted?.many, collections.length - 1)
  const [network] = await sql`
    select count(distinct network)::int as networks from collection_day_changes where network <> ''`
  assert.equal(network?.networks, networkPrefixes.length)
})

test('a day begins at midnight in Dar es Salaam', () => {
  const dayOf = (completed_at: Date) =>
    dayChangesOf({ before: open(one), after: { ...one, completed_at } })[0]?.day
  assert.deepEqual([dayOf(before1), dayOf(at1)], ['2026-11-15', '2026-11-16'])
})

test('every damage to the counts is a difference', async () => {
  const damages = [
    `delete from collection_day_changes where failure_code = 'limit'`,
    `update collection_day_changes set amount = amount + 1 where currency = 'KES'`,
    `update collection_day_changes set day = day + 1 where status = 'reversed'`,
    `update collection_day_changes set fees = 1 where status = 'reversed'`,
    `update collection_day_changes set network = 'T-Pesa' where network = 'HaloPesa'`,
    `update collection_day_changes set environment = 'live' where environment = 'sandbox'`,
    `insert into collection_days select * from collection_day_changes where status = 'reversed'`,
    `update collections set completed_at = completed_at + interval '1 day' where status = 'reversed'`,
  ]
  const undo = new Error('undone')
  for (const damage of damages) {
    const damaged = sql.begin(async (tx) => {
      await tx.unsafe(damage)
      const rows = await tx`${differences(tx)}`
      assert.notEqual(rows.length, 0, damage)
      throw undo
    })
    await assert.rejects(damaged, undo)
  }
})

test('what is taken back leaves the paid of its day, and what is paid after all the day on which it failed', async () => {
  const paid = other({ amount: 700n })
  const failed = other({ status: 'failed', failure_code: 'limit', completed_at: before1 })
  const taken = { before: paid, after: { ...paid, status: 'reversed' } }
  const paidLater = { ...failed, status: 'successful', failure_code: null, completed_at: at1 }
  await count([...ended([paid, failed]), taken, { before: failed, after: paidLater }])
  const fewer = await found()
  assert.deepEqual(
    fewer.map(({ day, status, many, amount }) => [day, status, many, amount]),
    [
      ['2026-11-16', 'reversed', '-1', '-700'],
      ['2026-11-16', 'successful', '-1', '-100'],
    ],
  )
})

test('a fee is counted with its success and taken back with it', async () => {
  const paid = other({})
  const charge = (steps: { before: Counted; after: Counted }[]) =>
    sql.begin((tx) => countFees(tx, steps, new Map([[paid.id, 15n]])))
  await charge(ended([paid]))
  assert.deepEqual(
    (await found()).map(({ fees }) => fees),
    ['-15'],
  )
  await charge([{ before: paid, after: { ...paid, status: 'reversed' } }])
  assert.deepEqual(await found(), [])
})

test('summing up changes no sum, by however many it is done at once', async () => {
  for (let round = 0; round < 20; round += 1) {
    await count(ended(collections))
    await count(ended(collections).map(({ before, after }) => ({ before: after, after: before })))
  }
  await Promise.all(Array.from({ length: 5 }, () => sumUpDays(sql)))
  assert.deepEqual(await found(), [])
  const [left] = await sql`select count(*)::int as changes from collection_day_changes`
  assert.equal(left?.changes, 0)
})

test('counting anew mends what nobody counted, once, when it is due', async () => {
  await sql`delete from collection_day_changes where status <> 'reversed'`
  await sql`update collection_day_changes set many = 7`
  await recountDays({ sql, clock })
  assert.notEqual((await found()).length, 0, 'nothing was due')
  const later = new Date(now.getTime() + 1_000)
  await sql`update collection_day_recounts set due = array[${now}::timestamptz, ${later}::timestamptz]`
  await Promise.all(Array.from({ length: 4 }, () => recountDays({ sql, clock })))
  assert.deepEqual(await found(), [])
  const [{ due } = { due: [] }] = await sql<{ due: Date[] }[]>`select due from collection_day_recounts`
  assert.deepEqual(due, [later])
  await sql`update collection_day_recounts set due = '{}'`
})

test('counting anew takes as long as it takes, whatever other statements may take', async () => {
  const hurried = connectDatabase({
    ...{ url: database.url, poolSize: 1, applicationName: 'hurried' },
    statementTimeoutMs: 1_000,
  })
  await sql`update collection_day_recounts set due = array[${now}::timestamptz]`
  const { resolve: locked, promise: isLocked } = Promise.withResolvers<void>()
  const holding = sql.begin(async (tx) => {
    await tx`lock table collection_days in access exclusive mode`
    locked()
    await sleep(2_500)
  })
  await isLocked
  await recountDays({ sql: hurried, clock }).finally(() => hurried.end())
  await holding
  const [{ due } = { due: null }] = await sql<{ due: Date[] }[]>`select due from collection_day_recounts`
  assert.deepEqual(due, [])
})
