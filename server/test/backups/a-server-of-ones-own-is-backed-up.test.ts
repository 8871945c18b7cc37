import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { connectDatabase, openEmbeddedCluster, urlOfDatabase } from '../../src/database/database.ts'
import { type PostgresServer, programsOf, startPostgresOf } from '../postgres-of-major.ts'
import { testSecret } from '../service.ts'
import { ask, until } from '../test-clusters.ts'
import { type BackupStage, openBackupStage } from './backup-stage.ts'

const oldest = 15
let server: PostgresServer
let stage: BackupStage
before(async () => {
  server = await startPostgresOf(oldest)
  await ask(server, 'create role malipo login')
  await ask(server, 'create role copyist login replication')
  await ask(server, 'create database malipo owner malipo')
  stage = await openBackupStage({
    DATABASE_URL: urlOfDatabase(server.url('malipo'), 'malipo', 'malipo'),
    DATABASE_BACKUP_URL: urlOfDatabase(server.url('postgres'), 'postgres', 'copyist'),
    MALIPO_SECRET: testSecret,
  })
})
after(async () => {
  await stage.close()
  await server.stop()
})

test('a role that may not replicate is told what it needs, and leaves nothing behind', async () => {
  const { code, output } = await stage.run(['backup'], { DATABASE_BACKUP_URL: '' })
  assert.equal(code, 1, output)
  assert.match(output, /lets us copy nothing: .*needs REPLICATION .*DATABASE_BACKUP_URL/)
  assert.deepEqual(await readdir(stage.place('backups')), [])
})

test('whoever follows the log does not wait for a right that no waiting gives, and of several hosts neither', async () => {
  const unfit = urlOfDatabase(server.url('malipo'), 'malipo', 'malipo')
  const several = unfit.replace(/@([^/]+)/, '@$1,$1')
  for (const DATABASE_BACKUP_URL of [unfit, several])
    for (const words of [['backup'], ['backup', 'wal']]) {
      const { code, output } = await stage.run(words, { DATABASE_BACKUP_URL })
      assert.match(output.trim(), /^The database lets us copy nothing: [^\n]+DATABASE_BACKUP_URL[^\n]+$/)
      assert.equal(code, 1)
    }
  const nobody = 'postgres://copyist@127.0.0.1:1,127.0.0.1:2/malipo'
  const { code, output } = await stage.run(['backup'], { DATABASE_BACKUP_URL: nobody })
  assert.match(
    output.trim(),
    /^The database that is to be copied is not there: [^\n]+DATABASE_BACKUP_URL[^\n]+$/,
  )
  assert.equal(code, 1)
})

test('the oldest PostgreSQL is copied, followed and drilled; the secret that the operator keeps is not in it', async () => {
  await stage.follow()
  const backup = await stage.operate('backup')
  assert.match(String(backup.postgres), /^15\./)
  assert.deepEqual(Object.keys(backup.files as object).sort(), ['backup_manifest', 'base.tar.gz'])
  await countOneRequest()
  await stage.admin('after@malipo.test')
  await stage.untilArchived(server)
  const { code, output } = await stage.run(['backup', 'drill', '--postgres', programsOf(oldest)])
  assert.equal(code, 0, output)
  assert.match(output, /^super_admins +1 +1 +0 +0 +0 +0$/m)
  assert.doesNotMatch(output, /tallies/)
  const nowhere = await stage.run(['backup', 'drill', '--postgres', '/nowhere'])
  assert.match(nowhere.output, /of PostgreSQL 15, whose programs are not in \/nowhere/)
})

test('a restored data folder follows the log when its server is started, and then takes writes', async () => {
  const into = join(stage.place('server'), 'postgres')
  const { code, output } = await stage.run(['restore', '--into', into])
  assert.equal(code, 0, output)
  assert.match(output, /chown -R.*start PostgreSQL 15\..*MALIPO_SECRET must be the one of that time/)
  const settings = await readFile(join(into, 'postgresql.auto.conf'), 'utf8')
  assert.match(settings, /^recovery_target_time = ''$/m)
  const bin = programsOf(oldest)
  const programs = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: oldest }
  const restored = await openEmbeddedCluster({ dataDir: dirname(into), log: () => {}, programs })
  try {
    await until(async () => (await ask(restored, 'select pg_is_in_recovery() as still'))[0]?.still === false)
    const sql = connectDatabase({ url: restored.url('malipo'), poolSize: 1, applicationName: 'test' })
    const rows = await sql`select email from users join super_admins s on s.user_id = users.id`.finally(() =>
      sql.end(),
    )
    assert.deepEqual([...rows], [{ email: 'after@malipo.test' }])
  } finally {
    await restored.close()
  }
})

/** In a table that is not logged, of which no copy has a row. */
async function countOneRequest(): Promise<void> {
  const sql = connectDatabase({ url: server.url('malipo'), poolSize: 1, applicationName: 'test' })
  await sql
    .unsafe(`insert into tallies values ('some key', 1, now() + interval '1 day')`)
    .finally(() => sql.end())
}
