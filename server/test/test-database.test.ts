import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connectDatabase, type Database, migrationsSuffice } from '../src/database/database.ts'
import { prepareTemplate, removeAbandoned } from './template-database.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let first: TestDatabase
let admin: Database
before(async () => {
  first = await createTestDatabase({ durable: true })
  // To drop a database, all others are written to the disk first.
  const statementTimeoutMs = 120_000
  admin = connectDatabase({ url: first.adminUrl, poolSize: 2, applicationName: 'test', statementTimeoutMs })
})
after(async () => {
  await admin.end()
  await first.drop()
})

test('each test has a migrated database of its own, and its URL reaches it from elsewhere', async () => {
  const second = await createTestDatabase({ durable: true })
  assert.equal(await migrationsSuffice(second.sql), true)
  await first.sql`create table only_here (x int)`
  const elsewhere = connectDatabase({ url: second.url, poolSize: 1, applicationName: 'elsewhere' })
  const [row] = await elsewhere`select to_regclass('only_here') as table`
  assert.equal(row?.table, null)
  // Somebody who is still connected does not keep it from being dropped.
  await second.drop()
  await assert.rejects(elsewhere`select 1`)
  await elsewhere.end({ timeout: 0 })
})

test('other migrations make another template, also when many ask at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'malipo-template-'))
  await writeFile(join(folder, '0001-one.sql'), 'create table one (x int)')
  const names = await Promise.all([
    prepareTemplate(first.adminUrl, folder),
    prepareTemplate(`${first.adminUrl}?connect_timeout=4`, folder),
    prepareTemplate(first.adminUrl),
  ])
  assert.equal(names[0], names[1])
  assert.notEqual(names[0], names[2])
  await admin.unsafe(`drop database ${names[0]}`)
  await rm(folder, { recursive: true })
})

test('databases of killed test processes are removed, those of living ones are not', async () => {
  await admin.unsafe('create database malipo_test_2147483646_dead')
  await removeAbandoned(first.adminUrl)
  const rows = await admin`select from pg_database where datname = 'malipo_test_2147483646_dead'`
  assert.equal(rows.length, 0)
  assert.equal((await first.sql`select 1 as here`)[0]?.here, 1)
})
