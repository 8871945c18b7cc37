import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../test/test-database.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { findPostmaster } from './embedded/postmaster.ts'
import { migrationsSuffice } from './migrate.ts'
import { type DatabaseWishes, openDatabase } from './open-database.ts'

let home: string
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'malipo-open-'))
})
after(() => rm(home, { recursive: true, force: true }))

function wishes(): DatabaseWishes & { lines: string[] } {
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  return { dataDir: join(home, 'data'), poolSize: 4, applicationName: 'test', log, lines }
}

test('with nothing given, a database of our own is made, migrated and reached without superuser rights', async () => {
  const first = wishes()
  const opened = await openDatabase(first)
  const [row] = await opened.sql`
    select current_user as name, usesuper as super, current_database() as database
    from pg_user where usename = current_user`
  assert.deepEqual({ ...row }, { name: 'malipo', super: false, database: 'malipo' })
  assert.equal(await migrationsSuffice(opened.sql), true)
  assert.match(opened.describe, /^embedded PostgreSQL, database malipo on the socket in /)
  assert.match(first.lines.join('\n'), /Applied migration 0001-/)
  await opened.close()
  assert.equal(await findPostmaster(join(home, 'data', 'postgres')), undefined)
})

test('the second start applies nothing, and two processes use it side by side', async () => {
  const [one, two] = [wishes(), wishes()]
  const [service, command] = await Promise.all([openDatabase(one), openDatabase(two)])
  assert.deepEqual([...one.lines, ...two.lines], [])
  await command.close()
  assert.equal((await service.sql`select 1 as still`)[0]?.still, 1)
  await service.close()
})

test('a start that is refused stops the server that it started', async () => {
  await writeFile(join(home, 'wrong-name.sql'), '')
  await assert.rejects(openDatabase({ ...wishes(), migrationsFolder: home }), StartRefused)
  assert.equal(await findPostmaster(join(home, 'data', 'postgres')), undefined)
})

test('with a URL given, that database is migrated and used, over its socket too', async () => {
  const database = await createTestDatabase({ empty: true, durable: true })
  const opened = await openDatabase({ ...wishes(), databaseUrl: database.url })
  assert.equal(await migrationsSuffice(opened.sql), true)
  await opened.close()
  await database.drop()
})

test('a database that cannot be reached is waited for, then refused in one line without its password', async () => {
  const hopeless = { ...wishes(), databaseUrl: 'postgres://me:secret@127.0.0.1:1/mine', patienceMs: 300 }
  await assert.rejects(openDatabase(hopeless), (error) => {
    assert.ok(error instanceof StartRefused)
    assert.match(
      error.message,
      /^Cannot use the database mine at 127.0.0.1:1: .*ECONNREFUSED.*Check DATABASE_URL/,
    )
    assert.ok(!error.message.includes('secret'))
    return true
  })
  assert.equal(hopeless.lines.length, 1)
})

test('a database that does not exist, and a URL that is none, are refused at once', async () => {
  const database = await createTestDatabase({ empty: true, durable: true })
  const absent = database.url.replace(/[^/]+$/, 'absent')
  const mistaken = wishes()
  await assert.rejects(openDatabase({ ...mistaken, databaseUrl: absent }), /database "absent" does not exist/)
  assert.deepEqual(mistaken.lines, [], 'nothing is waited for')
  await database.drop()
  for (const databaseUrl of ['nonsense', 'mysql://localhost/x', '']) {
    await assert.rejects(
      openDatabase({ ...wishes(), databaseUrl }),
      /DATABASE_URL must look like postgres:\/\//,
    )
  }
})
