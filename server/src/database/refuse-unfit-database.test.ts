import assert from 'node:assert/strict'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { testClusters } from '../../test/test-clusters.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { connectDatabase } from './connect-database.ts'
import { urlOfDatabase } from './database-url.ts'
import { choosePostgresAccount } from './embedded/postgres-account.ts'
import { findPostgresBinaries } from './embedded/postgres-binaries.ts'
import { chooseRunAs } from './embedded/run-as.ts'
import { runProgram } from './embedded/run-program.ts'
import { complaintAbout, refuseUnfitDatabase } from './refuse-unfit-database.ts'

async function refusalOf(url: string): Promise<string | undefined> {
  const sql = connectDatabase({ url, poolSize: 1, applicationName: 'test' })
  try {
    await refuseUnfitDatabase(sql)
    return undefined
  } catch (error) {
    assert.ok(error instanceof StartRefused, String(error))
    assert.ok(!error.message.includes('\n'))
    return error.message
  } finally {
    await sql.end()
  }
}

describe('a database', () => {
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase({ empty: true, durable: true })
  })
  after(() => database.drop())

  function connectAsAdmin() {
    // To drop a database, all others are written to the disk first.
    const statementTimeoutMs = 120_000
    return connectDatabase({
      url: database.adminUrl,
      poolSize: 1,
      applicationName: 'test',
      statementTimeoutMs,
    })
  }

  async function refusalWith(setting: string, value: string): Promise<string | undefined> {
    const name = new URL(database.url).pathname.slice(1)
    await database.sql.unsafe(`alter database ${name} set ${setting} = ${value}`)
    const refusal = await refusalOf(database.url)
    const admin = connectAsAdmin()
    await admin.unsafe(`alter database ${name} reset ${setting}`)
    await admin.end()
    return refusal
  }

  test('that is empty and durable is accepted', async () => {
    assert.equal(await refusalOf(database.url), undefined)
  })

  test('that forgets commits is refused', async () => {
    assert.match(
      (await refusalWith('synchronous_commit', 'off')) ?? '',
      /^synchronous_commit is off.*set it to on/,
    )
    assert.equal(await refusalWith('synchronous_commit', 'local'), undefined)
  })

  test('whose clock tells another time is refused', async (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3 * 3_600_000 })
    assert.match((await refusalOf(database.url)) ?? '', /clock and ours are 180 minutes apart/)
  })

  test('that is read-only is refused', async () => {
    assert.match(
      (await refusalWith('default_transaction_read_only', 'on')) ?? '',
      /default_transaction_read_only = off/,
    )
  })

  test('of another encoding is refused', async () => {
    const admin = connectAsAdmin()
    const name = `${new URL(database.url).pathname.slice(1)}_ascii`
    await admin.unsafe(
      `create database ${name} encoding 'SQL_ASCII' template template0 locale_provider libc locale 'C'`,
    )
    const refusal = await refusalOf(urlOfDatabase(database.adminUrl, name))
    await admin.unsafe(`drop database ${name}`)
    await admin.end()
    assert.match(refusal ?? '', /encoding SQL_ASCII: create it again with encoding 'UTF8'/)
  })

  test('of somebody else is refused, also if they keep a table of migrations', async () => {
    await database.sql`create schema shop create table orders (id int)`
    assert.match((await refusalOf(database.url)) ?? '', /not empty and not ours \(it has shop.orders\)/)
    await database.sql`create table schema_migrations (version text)`
    assert.match((await refusalOf(database.url)) ?? '', /not empty and not ours/)
  })

  test('of ours is accepted with all its tables', async () => {
    const ours = await createTestDatabase({ durable: true })
    assert.equal(await refusalOf(ours.url), undefined)
    await ours.drop()
  })
})

describe('a server', () => {
  const { folder, open } = testClusters()

  test('that could lose pages or whole books is refused, setting by setting', async () => {
    const expected = [
      [{ fsync: 'off' }, /^fsync is off.*set fsync = on/],
      [{ full_page_writes: 'off' }, /^full_page_writes is off.*set full_page_writes = on/],
    ] as const
    for (const [settings, message] of expected) {
      const cluster = await open('one', undefined, settings)
      assert.match((await refusalOf(cluster.url('postgres'))) ?? '', message)
      await cluster.close()
    }
  })

  test('that is a standby is refused', async () => {
    await writeFile(folder('one/postgres/standby.signal'), '')
    const cluster = await open('one')
    assert.match(
      (await refusalOf(cluster.url('postgres'))) ?? '',
      /is a standby: point DATABASE_URL to the primary/,
    )
  })

  test('without checksums is refused', async () => {
    await mkdir(folder('bare'))
    await makeBareCluster(folder('bare/postgres'))
    const cluster = await open('bare')
    assert.match(
      (await refusalOf(cluster.url('postgres'))) ?? '',
      /^data_checksums is off.*run pg_checksums --enable/,
    )
  })

  test('from before PostgreSQL 15 is refused', () => {
    const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', data_checksums: 'on' }
    const calm = { recovering: false, read_only: 'off', ahead_seconds: -299 }
    const fit = { version: 150_000, encoding: 'UTF8', ...calm, ...durable }
    assert.equal(complaintAbout(fit), undefined)
    assert.match(complaintAbout({ ...fit, version: 140_012 }) ?? '', /^PostgreSQL 14 is too old/)
  })

  async function makeBareCluster(place: string): Promise<void> {
    const { initdb } = await findPostgresBinaries()
    const account = await choosePostgresAccount(place)
    await mkdir(place)
    if (account !== undefined) await chown(place, account.uid, account.gid)
    const runAs = await chooseRunAs(account, initdb, [place])
    const wanted = [
      '--no-data-checksums',
      '--no-sync',
      '--auth=trust',
      '--username=postgres',
      '--encoding=UTF8',
    ]
    const { file, args, ...identity } = runAs(initdb, [...wanted, `--pgdata=${place}`])
    const { code, output } = await runProgram(file, args, identity)
    assert.equal(code, 0, output)
  }
})
