import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { connectDatabase, type Database, migrate, urlOfDatabase } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import { keepPlan } from './plan.ts'
import { noticeRestore, refuseHeldBack } from './restores.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

const noticed = new Date('2026-11-18T06:00:00Z')
const clock = { now: () => noticed }

/** What the server says of restores to whoever connects from now on. */
async function say({ sql, adminUrl }: TestDatabase, settings: Record<string, string>): Promise<void> {
  const [found] = await sql<{ name: string }[]>`select current_database() as name`
  const name = String(found?.name)
  const url = urlOfDatabase(adminUrl, name, 'postgres')
  const admin = connectDatabase({ url, poolSize: 1, applicationName: 'test' })
  for (const [setting, value] of Object.entries(settings))
    await admin.unsafe(`alter database ${name} set ${setting} = '${value}'`)
  await admin.end()
}

async function withSettings<Result>(
  settings: Record<string, string>,
  work: (sql: Database) => Promise<Result>,
): Promise<Result> {
  await say(database, settings)
  const sql = connectDatabase({ url: database.url, poolSize: 2, applicationName: 'test' })
  return await work(sql).finally(() => sql.end())
}

async function planOf(sql: Database) {
  const keeper = keepPlan(sql, assert.ifError)
  await keeper.ready()
  return keeper.known().restored
}

const rows = (sql: Database) => sql<{ mark: string; point: Date | null }[]>`
  select mark, point from restores order by noticed_at, mark`
const refuses = (sql: Database, environment: 'live' | 'sandbox') =>
  sql
    .begin((tx) => refuseHeldBack(tx, { environment }))
    .then(
      () => false,
      (error) => error instanceof Refusal && error.code === 'invalid_state',
    )

test('an installation that was never restored holds nothing back', async () => {
  assert.equal((await noticeRestore(database.sql, clock)).holdsPayouts, false)
  assert.deepEqual(await planOf(database.sql), { holdsPayouts: false, lastAtMs: null })
  assert.equal(await refuses(database.sql, 'live'), false)
})

test('what the server says holds payouts back at once, and everything here may have been sent', async () => {
  const settings = { 'malipo.restored_at': 'first', 'malipo.restored_to': '2026-11-17T21:30:00.000Z' }
  await withSettings(settings, async (sql) => {
    assert.deepEqual(await planOf(sql), { holdsPayouts: true, lastAtMs: Number.POSITIVE_INFINITY })
    assert.deepEqual([await refuses(sql, 'live'), await refuses(sql, 'sandbox')], [true, false])
    assert.equal((await noticeRestore(sql, clock)).holdsPayouts, true)
    assert.equal((await noticeRestore(sql, clock)).holdsPayouts, true)
    assert.deepEqual([...(await rows(sql))], [{ mark: 'first', point: new Date('2026-11-17T21:30:00.000Z') }])
    assert.deepEqual(await planOf(sql), { holdsPayouts: true, lastAtMs: noticed.getTime() })
  })
})

test('another server that says nothing of it, after a failover, still holds them back; once let go they go', async () => {
  await withSettings({ 'malipo.restored_at': '' }, async (sql) => {
    assert.equal((await noticeRestore(sql, clock)).holdsPayouts, true)
    await sql`update restores set released_at = ${noticed}, note = 'compared'`
    assert.deepEqual(await planOf(sql), { holdsPayouts: false, lastAtMs: noticed.getTime() })
    assert.equal(await refuses(sql, 'live'), false)
  })
  await withSettings({ 'malipo.restored_at': 'first' }, async (sql) => {
    assert.equal((await noticeRestore(sql, clock)).holdsPayouts, false)
  })
})

test('the next restore is another, though the rows say that all was let go; a point that is no time is none', async () => {
  const settings = { 'malipo.restored_at': 'second', 'malipo.restored_to': 'yesterday' }
  await withSettings(settings, async (sql) => {
    assert.equal((await noticeRestore(sql, clock)).holdsPayouts, true)
    assert.deepEqual((await rows(sql)).at(-1), { mark: 'second', point: null })
  })
})

test('a database that is made anew in a restored server has nothing to wait for, until the next restore', async () => {
  const fresh = await createTestDatabase({ empty: true })
  try {
    await say(fresh, { 'malipo.restored_at': 'first' })
    await migrate({ url: fresh.url })
    const read = async () => {
      const sql = connectDatabase({ url: fresh.url, poolSize: 1, applicationName: 'test' })
      return (await noticeRestore(sql, clock).finally(() => sql.end())).holdsPayouts
    }
    assert.equal(await read(), false)
    await say(fresh, { 'malipo.restored_at': 'second' })
    assert.equal(await read(), true)
  } finally {
    await fresh.drop()
  }
})
