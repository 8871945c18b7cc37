import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { openPools, refuseTooFewConnections } from './open-pools.ts'
import type { SqlTag } from './sql-tag.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase({ empty: true })
})
after(() => database.drop())

const sizes = { money: 10, lists: 2, work: 2 }

test('lists and work have connections of their own; lists have little time for a statement, and a plan for each', async () => {
  const { lists, work, close } = openPools({ url: database.url }, 'pools', sizes)
  const settings = await Promise.all(
    [lists, work].map(async (sql) => {
      const [row] = await sql`
        select current_setting('application_name') as name, current_setting('statement_timeout') as statement,
          current_setting('plan_cache_mode') as plans`
      return row
    }),
  )
  assert.deepEqual(settings, [
    { name: 'pools lists', statement: '5s', plans: 'auto' },
    { name: 'pools work', statement: '10s', plans: 'force_generic_plan' },
  ])
  await close()
})

test('whatever a server has for its default, what others have committed is read by the statement that comes after', async () => {
  await database.sql.unsafe(
    `do $$ begin execute format('alter database %I set default_transaction_isolation = ''repeatable read''', current_database()); end $$`,
  )
  for (const place of [{}, { pooler: { keepsNames: true } }, { pooler: { keepsNames: false } }]) {
    const { lists, work, close } = openPools({ url: database.url, ...place }, 'pools', sizes)
    for (const sql of [lists, work]) {
      const [row] = await sql.begin((tx) => tx`select current_setting('transaction_isolation') as reads`)
      assert.deepEqual(row, { reads: 'read committed' }, JSON.stringify(place))
      const level = 'isolation level repeatable read read only'
      const [wished] = await sql.begin(
        level,
        (tx) => tx`select current_setting('transaction_isolation') as reads`,
      )
      assert.deepEqual(wished, { reads: 'repeatable read' }, JSON.stringify(place))
    }
    await close()
  }
})

test('what is said all day is planned once, and what may take as long as it takes for its values', async () => {
  const { work, close } = openPools({ url: database.url }, 'pools', sizes)
  const planned = (sql: SqlTag) =>
    sql<{ any: bigint; given: bigint }[]>`
      select generic_plans as any, custom_plans as given from pg_prepared_statements where statement like 'select oid%'`
  const plans = await work.begin(async (tx) => {
    for (const ids of [[1], [1, 2], [3]]) await tx`select oid from pg_class where oid::int = any(${ids})`
    return [...(await planned(tx))]
  })
  assert.deepEqual(plans, [{ any: 3n, given: 0n }])
  const patient = await work.unhurried(async (sql) => {
    await sql`select oid from pg_class where oid::int = any(${[1]})`
    return [...(await planned(sql))]
  })
  assert.deepEqual(patient, [{ any: 0n, given: 1n }])
  await close()
})

test('pools that want more connections than the database takes are refused at the start', async () => {
  await refuseTooFewConnections(database.sql, sizes)
  await assert.rejects(refuseTooFewConnections(database.sql, { money: 200, lists: 100, work: 200 }), {
    message:
      /^The pools want 500 connections \(200 for money, 100 for lists, 200 for work\), but the database takes \d+: raise max_connections, or make DATABASE_POOL_SIZE and its like smaller\.$/,
  })
})
