import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectDatabase, type EmbeddedCluster } from '../../src/database/database.ts'
import { startProcess } from '../run-service.ts'
import { ask, until } from '../test-clusters.ts'
import { type BackupStage, openBackupStage } from './backup-stage.ts'

let stage: BackupStage
let cluster: EmbeddedCluster
before(async () => {
  stage = await openBackupStage()
  cluster = await stage.server()
})
after(() => stage.close())

const slot = async () =>
  (await ask(cluster, "select wal_status from pg_replication_slots where slot_name = 'malipo_backup'"))[0]
    ?.wal_status

/** Until the server has thrown away what the archive does not have. */
async function loseLog(): Promise<void> {
  await ask(cluster, "alter system set max_slot_wal_keep_size = '1MB'")
  await ask(cluster, 'select pg_reload_conf()')
  await until(async () => {
    await ask(
      cluster,
      'create table if not exists written (at timestamptz); insert into written values (now())',
    )
    await ask(cluster, 'select pg_switch_wal()')
    await ask(cluster, 'checkpoint')
    return (await slot()) === 'lost'
  })
  await ask(cluster, 'alter system reset max_slot_wal_keep_size')
  await ask(cluster, 'select pg_reload_conf()')
}

async function admins(dataDir: string): Promise<unknown[]> {
  const { url } = await stage.server(dataDir)
  const sql = connectDatabase({ url: url('malipo'), poolSize: 1, applicationName: 'test' })
  const rows = await sql`
    select email from users join super_admins s on s.user_id = users.id order by email`.finally(() =>
    sql.end(),
  )
  return rows.map(({ email }) => email)
}

test('where nothing was archived yet nothing is missing, though the slot has waited for too long', async () => {
  await ask(cluster, "select pg_create_physical_replication_slot('malipo_backup', true)")
  await loseLog()
  const follower = await stage.follow()
  assert.notEqual(await slot(), 'lost')
  follower.child.kill('SIGTERM')
  assert.deepEqual(await follower.exit, { code: 0, signal: null })
})

let point: string
test('a follower whose log is gone ends and says how to go on; so does doctor', async () => {
  const follower = await stage.follow()
  await stage.operate('backup')
  await stage.admin('before@malipo.test')
  const [now] = await ask(cluster, 'select clock_timestamp() as at')
  point = (now?.at as Date).toISOString()
  await stage.admin('archived@malipo.test')
  await stage.untilArchived(cluster)
  follower.child.kill('SIGTERM')
  await follower.exit
  await loseLog()
  const { code, output } = await stage.run(['backup', 'wal'])
  assert.equal(code, 1, output)
  assert.match(output, /no longer has the log where the archive ends .*backup wal --skip-gap/)
  const doctor = (await stage.operate('doctor')) as { checks: Record<string, string>[] }
  const log = doctor.checks.find(({ check }) => check === 'archived log')
  assert.deepEqual([log?.state, /--skip-gap, then malipo backup/.test(log?.details ?? '')], ['warning', true])
})

test('with --skip-gap it goes on where the server can, and a new backup is good with the log after it', async () => {
  const follower = startProcess({
    command: ['server/src/malipo.ts', 'backup', 'wal', '--skip-gap'],
    environment: stage.environment,
  })
  await until(() => follower.output().includes('Following the log'))
  await stage.admin('beyond@malipo.test')
  const backup = await stage.operate('backup')
  await stage.admin('later@malipo.test')
  await stage.untilArchived(cluster)
  const drilled = await stage.run(['backup', 'drill'])
  assert.equal(drilled.code, 0, drilled.output)
  assert.match(drilled.output, /^super_admins +4 +4 +0 +0 +0 +0$/m)
  follower.child.kill('SIGTERM')
  assert.deepEqual(await follower.exit, { code: 0, signal: null })
  const [older, newer] = await stage.names()
  assert.equal(newer, backup.name)
  // Across the gap nothing is taken for the end; before it every point is still reached.
  const across = await stage.run(['restore', '--into', stage.place('across'), '--backup', String(older)])
  assert.equal(across.code, 1, across.output)
  assert.match(across.output, /The segment [0-9A-F]{24} is there only in part .*--to/)
  const into = stage.place('earlier')
  const earlier = await stage.run(['restore', '--into', into, '--to', point])
  assert.equal(earlier.code, 0, earlier.output)
  assert.deepEqual(await admins(into), ['before@malipo.test'])
})

test('after the gap a follower goes on without being told again', async () => {
  await stage.follow()
  await stage.admin('last@malipo.test')
  await stage.untilArchived(cluster)
  const drilled = await stage.run(['backup', 'drill'])
  assert.equal(drilled.code, 0, drilled.output)
  assert.match(drilled.output, /^super_admins +5 +5 +0 +0 +0 +0$/m)
})
