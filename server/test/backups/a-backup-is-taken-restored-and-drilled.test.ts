import assert from 'node:assert/strict'
import { appendFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { compareClusters } from '../../src/backups/compare-clusters.ts'
import { connectDatabase, type EmbeddedCluster } from '../../src/database/database.ts'
import { ask } from '../test-clusters.ts'
import { type BackupStage, openBackupStage } from './backup-stage.ts'

let stage: BackupStage
let cluster: EmbeddedCluster
let follower: Awaited<ReturnType<BackupStage['follow']>>
before(async () => {
  stage = await openBackupStage()
  // As a server has it that was restored once.
  const left = "recovery_target_time = '2020-01-01 00:00:00+00'\n"
  await appendFile(join(stage.place('data'), 'postgres', 'postgresql.auto.conf'), left)
  cluster = await stage.server()
})
after(() => stage.close())

const missing = (path: string) =>
  stat(path).then(
    () => false,
    () => true,
  )

test('a backup tells what it holds, and as many are kept as were wished for', async () => {
  const first = await stage.operate('backup')
  const { code, output } = await stage.run(['backup', '--keep', '1'])
  assert.equal(code, 0, output)
  assert.match(
    output,
    /^Backup .*, verified; 1 kept, 1 removed; no log is archived: run malipo backup wal [^\n]*$/,
  )
  const [name, ...others] = await stage.names()
  assert.deepEqual([others, name === first.name], [[], false])
  const { backups } = (await stage.operate('backup', 'list')) as { backups: Record<string, unknown>[] }
  const [system] = await ask(cluster, 'select system_identifier::text as id from pg_control_system()')
  assert.deepEqual(
    [backups[0]?.name, backups[0]?.system_identifier, backups[0]?.timeline, backups[0]?.is_embedded],
    [name, system?.id, 1, true],
  )
  assert.deepEqual(Object.keys(backups[0]?.files as object).sort(), [
    'backup_manifest',
    'base.tar.gz',
    'secret',
  ])
  const { mode } = await stat(join(stage.place('backups'), String(name), 'secret'))
  assert.equal(mode & 0o077, 0, 'nobody else reads it')
})

test('a command that is killed leaves nothing under the name of a backup, and the next one clears up', async () => {
  const before = await stage.names()
  const left = join(stage.place('backups'), '.unfinished-2147483646-2026-01-01T00-00-00-000Z')
  await writeFile(left, 'half a copy')
  await stage.operate('backup', '--keep', '9')
  assert.deepEqual([(await stage.names()).length, await missing(left)], [before.length + 1, true])
})

test('the log is received, and a point in time between two people is reached', async () => {
  follower = await stage.follow()
  await stage.operate('backup')
  await stage.admin('first@malipo.test')
  const [point] = await ask(
    cluster,
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  )
  await ask(cluster, 'select pg_switch_wal()')
  await stage.admin('second@malipo.test')
  await stage.untilArchived(cluster)
  const into = stage.place('earlier')
  const { output, code } = await stage.run(['restore', '--into', into, '--to', String(point?.at)])
  assert.equal(code, 0, output)
  assert.match(
    output,
    /^Restored .*Next: DATA_DIR=.* check-books.*Payouts wait there.*malipo restore release/,
  )
  const people = async (dataDir: string) =>
    (
      await tell(
        dataDir,
        'select email from users join super_admins s on s.user_id = users.id order by email',
      )
    ).map(({ email }) => email)
  assert.deepEqual(await people(into), ['first@malipo.test'])
  const doctor = await stage.run(['doctor'], { DATA_DIR: into })
  assert.ok(doctor.output.includes(`restored to ${point?.at}, and payouts wait`), doctor.output)
  const later = stage.place('latest')
  assert.equal((await stage.run(['restore', '--into', later])).code, 0)
  assert.deepEqual(await people(later), ['first@malipo.test', 'second@malipo.test'])
  const books = await stage.run(['check-books'], { DATA_DIR: later })
  assert.equal(books.code, 0, books.output)
  assert.equal(await missing(join(later, 'postgres', 'malipo_restored_hba.conf')), true)
  const again = await stage.run(['restore', '--into', later])
  assert.deepEqual([again.code, /is not empty, and nothing is written over/.test(again.output)], [1, true])
  const beyond = await stage.run(['restore', '--into', stage.place('beyond'), '--to', '2199-01-01T00:00:00Z'])
  assert.deepEqual([beyond.code, await missing(stage.place('beyond'))], [1, true])
  assert.match(beyond.output, /The archived log ends before 2199-01-01/)
  const before = await stage.run(['restore', '--into', stage.place('beyond'), '--to', '2001-01-01T00:00:00Z'])
  assert.match(before.output, /there is no way back to a point before it/)
})

/** A statement in the database of an installation. */
async function tell(dataDir: string, question: string): Promise<Record<string, unknown>[]> {
  const { url } = await stage.server(dataDir)
  const sql = connectDatabase({ url: url('malipo'), poolSize: 1, applicationName: 'test' })
  return [...(await sql.unsafe(question).finally(() => sql.end()))]
}

test('a drill finds a good backup good, in every table and account', async () => {
  const { code, output } = await stage.run(['backup', 'drill'])
  assert.equal(code, 0, output)
  assert.match(output, /^ledger_entries +2 +2 +0 +0 +0 +0$/m)
  assert.match(
    output,
    /2 of 2 accounts have the same sum; (\d+) of \1 checks of the books hold\nThe backup is good\.$/,
  )
  assert.deepEqual(
    (await readdir(stage.place('backups'))).filter((name) => name.startsWith('.')),
    [],
  )
})

test('what happened after the backup is no difference, and the log brings it', async () => {
  await stage.admin('third@malipo.test')
  const without = await stage.run(['backup', 'drill', '--without-wal', '--json'])
  assert.equal(without.code, 0, without.output)
  const { comparison } = JSON.parse(without.output)
  const admins = comparison.tables.find((one: { table: string }) => one.table === 'super_admins')
  assert.deepEqual([admins.same, admins.new_since, admins.different], [0, 3, 0])
  await stage.untilArchived(cluster)
  const whole = JSON.parse((await stage.run(['backup', 'drill', '--json'])).output)
  const now = whole.comparison.tables.find((one: { table: string }) => one.table === 'super_admins')
  assert.deepEqual([now.same, now.new_since], [3, 0])
})

test('a row that is not what it was is found, by its table and by its account', async () => {
  // Of now: transactions of its own would have the numbers of those that the original has had since.
  const restored = await stage.run(['restore', '--into', stage.place('damaged')])
  assert.equal(restored.code, 0, restored.output)
  const damaged = await stage.server(stage.place('damaged'))
  const [original, copy] = [cluster.url('malipo'), damaged.url('malipo')]
  const clean = await compareClusters(original, copy)
  assert.deepEqual(
    clean.tables.filter(({ different }) => different > 0),
    [],
  )
  await tell(
    stage.place('damaged'),
    `set session_replication_role = replica;
    update ledger_entries set amount = amount + 1 where leg = 1; delete from super_admins`,
  )
  const { tables, accounts } = await compareClusters(original, copy)
  assert.deepEqual(
    tables.filter(({ different }) => different > 0).map(({ table, different }) => [table, different]),
    [
      ['ledger_entries', 1],
      ['super_admins', 3],
    ],
  )
  assert.deepEqual(accounts.different.length, 1)
})

test('steps that the original has put aside since are not missing there', async () => {
  const id = '01900000-0000-7000-8000-000000000001'
  const damage = (text: string) =>
    tell(stage.place('data'), `set session_replication_role = replica; ${text}`)
  await damage(`insert into collection_history (collection_id, seq, to_status, source, at)
    values ('${id}', 1, 'processing', 'caller', now())`)
  await stage.untilArchived(cluster)
  assert.equal((await stage.run(['restore', '--into', stage.place('before')])).code, 0)
  await damage('delete from collection_history')
  const before = await stage.server(stage.place('before'))
  const compared = async () => {
    const { tables } = await compareClusters(cluster.url('malipo'), before.url('malipo'))
    const found = tables.find(({ table }) => table === 'collection_history')
    return [found?.gone_since, found?.different]
  }
  assert.deepEqual(await compared(), [0, 1])
  await damage(`insert into archived_parts (archive, of_table, to_id, steps, sha256, put_aside_at)
    values ('one', 'collection_history', '01900000-0000-7000-8000-000000000002', 1, repeat('0', 64), now())`)
  assert.deepEqual(await compared(), [1, 0])
  await damage(`update archived_parts set from_id = to_id, to_id = '01900000-0000-7000-8000-000000000003'`)
  assert.deepEqual(await compared(), [0, 1])
  await damage('delete from archived_parts')
})

test('damage to a file, a segment or the record is told, and nothing is restored from it', async () => {
  const [name] = (await stage.names()).slice(-1)
  const plants: [string, (folder: string) => Promise<void>, RegExp][] = [
    [
      'truncated',
      (folder) => truncate(join(folder, `${name}/base.tar.gz`), 100_000),
      /base\.tar\.gz has 100000 bytes instead of/,
    ],
    [
      'changed',
      (folder) => writeFile(join(folder, `${name}/backup_manifest`), '{"Files":[]}'),
      /backup_manifest has 12 bytes/,
    ],
    ['missing', (folder) => rm(join(folder, `${name}/secret`)), /secret is missing/],
    ['record', (folder) => writeFile(join(folder, `${name}/backup.json`), '{'), /backup\.json is damaged/],
    ['segment', removeSegment, /The segment [0-9A-F]{24} is missing .*--to.*--without-wal/],
    ['packed', spoilSegment, /is damaged \(.*\): name a point in time before it/],
  ]
  await ask(cluster, 'select pg_switch_wal()')
  await stage.admin('fourth@malipo.test')
  await stage.untilArchived(cluster)
  for (const [kind, plant, told] of plants) {
    const folder = await stage.copyOfBackups(kind)
    await plant(folder)
    const drilled = await stage.run(['backup', 'drill'], { BACKUP_DIR: folder })
    assert.deepEqual([kind, drilled.code], [kind, 1], drilled.output)
    assert.match(drilled.output, told)
    const into = stage.place(`from-${kind}`)
    const restored = await stage.run(['restore', '--into', into], { BACKUP_DIR: folder })
    assert.deepEqual([kind, restored.code, await missing(into)], [kind, 1, true], restored.output)
    assert.deepEqual(
      (await readdir(folder)).filter((one) => one.startsWith('.')),
      [],
    )
  }
  async function removeSegment(folder: string): Promise<void> {
    await rm(join(folder, 'wal', await firstAfterBackup(folder)))
  }
  async function spoilSegment(folder: string): Promise<void> {
    await truncate(join(folder, 'wal', await firstAfterBackup(folder)), 5_000)
  }
})

/** A whole one that the newest backup does not bring itself, and after which others come. */
async function firstAfterBackup(folder: string): Promise<string> {
  const whole = (await readdir(join(folder, 'wal'))).filter((file) => file.endsWith('.gz')).sort()
  assert.ok(whole.length > 1, String(whole))
  return String(whole.at(-1))
}

test('doctor tells of the newest backup, and of a log that nobody receives', async () => {
  const seen = async () => {
    const { checks } = (await stage.operate('doctor')) as { checks: Record<string, string>[] }
    const of = (check: string) => checks.find((one) => one.check === check)
    return [of('backups'), of('archived log')]
  }
  const [newest] = (await stage.names()).slice(-1)
  const [backups, log] = await seen()
  assert.deepEqual([backups?.state, backups?.details], ['ok', `the newest is ${newest}`])
  assert.deepEqual([log?.state, /^received, /.test(log?.details ?? '')], ['ok', true], log?.details)
  follower.child.kill('SIGTERM')
  assert.deepEqual(await follower.exit, { code: 0, signal: null })
  const [, left] = await seen()
  assert.equal(left?.state, 'warning')
  assert.match(left?.details ?? '', /^nobody receives it, and the server keeps .* run malipo backup wal$/)
})

test('a command that is given wrongly says how it is used', async () => {
  const misuses = [
    ['backup', '--keep', '0'],
    ['backup', 'lst'],
    ['restore'],
    ['restore', '--into', 'x', '--to', 'yesterday'],
  ]
  for (const words of misuses) {
    const { code, output } = await stage.run(words)
    assert.equal(code, 2, output)
  }
})
