import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join, matchesGlob } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { refusals } from '@malipo/contract'
import { slotName } from '../../src/backups/follow-wal.ts'
import { repository, temporaryFolder } from '../run-service.ts'

const deploy = join(repository, 'deploy')
const run = promisify(execFile)

const fill = async (template: string, ...settings: string[]) =>
  (await run(join(deploy, 'fill.sh'), [join(deploy, template), ...settings])).stdout

const cluster = join(deploy, 'cluster.env.example')
const node = join(deploy, 'node.env.example')
const front = join(deploy, 'front.env.example')

test('each file of the deployment is filled by the settings that are shipped with it', async () => {
  for (const template of ['etcd.env', 'patroni.yml'])
    assert.doesNotMatch(await fill(template, cluster, node), /@[A-Z0-9_]+@/)
  for (const template of ['haproxy.cfg', 'pgbouncer.ini'])
    assert.doesNotMatch(await fill(template, cluster, front), /@[A-Z0-9_]+@/)
  assert.match(await fill('patroni.yml', cluster, node), /^name: pg1$/m)
})

test('the settings of the containers name all that those of machines do, but for what the containers are told', async () => {
  const told = ['SUPERUSER', 'REPLICATION', 'REWIND', 'REST', 'POOLER_ADMIN'].map((one) => `${one}_PASSWORD`)
  const namesIn = async (file: string) =>
    Array.from((await readFile(file, 'utf8')).matchAll(/^([A-Z0-9_]+)=/gm), ([, name]) => name ?? '').sort()
  const ofMachines = (await namesIn(cluster)).filter((name) => !told.includes(name))
  assert.deepEqual(await namesIn(join(deploy, 'compose', 'cluster.env')), ofMachines)
})

test('the role that takes backups is made, let in to copy, and what it has not received yet outlives its absence', async () => {
  const patroni = await fill('patroni.yml', cluster, node)
  assert.match(
    await readFile(join(deploy, 'make-database.sh'), 'utf8'),
    /^create role malipo_backup login replication /m,
  )
  assert.match(
    patroni,
    /^ +post_bootstrap: \S+ \/etc\/malipo\/database-password \/etc\/malipo\/backup-password$/m,
  )
  assert.match(patroni, /^ +- host replication malipo_backup 10\.0\.0\.0\/24 scram-sha-256$/m)
  assert.match(patroni, new RegExp(`^ {4}slots:\n {6}${slotName}:\n {8}type: physical$`, 'm'))
  // Without a bound a follower that stays away would fill the disk of the primary.
  assert.match(patroni, /^ +max_slot_wal_keep_size: \d+GB$/m)
})

test('a setting that nobody gives is told by its name, and nothing counts as filled', async () => {
  await assert.rejects(fill('patroni.yml', cluster), ({ stderr }: { stderr: string }) => {
    assert.match(stderr, /no setting says NAME /)
    return true
  })
})

test('each unit of systemd runs as nobody special out of its own folder, and is on the page', async () => {
  const page = await readFile(join(deploy, 'README.md'), 'utf8')
  const units = await readdir(join(deploy, 'systemd'))
  for (const name of units) {
    assert.ok(page.includes(`systemd/${name}`), name)
    const text = await readFile(join(deploy, 'systemd', name), 'utf8')
    if (!name.endsWith('.service')) continue
    for (const line of [
      'User=malipo',
      'WorkingDirectory=/opt/malipo',
      'ProtectSystem=strict',
      'NoNewPrivileges=true',
    ])
      assert.ok(text.split('\n').includes(line), `${name} has no ${line}`)
    const [, place] = /^EnvironmentFile=\/etc\/malipo\/(.+)$/m.exec(text) ?? []
    const settings = await readFile(join(deploy, `${place}.example`), 'utf8')
    const [, folder] = /^BACKUP_DIR=(.+)$/m.exec(settings) ?? []
    if (folder !== undefined) assert.match(text, new RegExp(`^ReadWritePaths=${folder}$`, 'm'))
    // Where backups lie, the secret that opens them does not.
    assert.equal(/^MALIPO_SECRET=/m.test(settings), folder === undefined, place)
  }
  assert.ok(units.includes('malipo-backup.timer'))
})

test('where no process answers, the front says what the service would', async () => {
  const [head, body] = (await readFile(join(deploy, 'unavailable.http'), 'utf8')).split('\r\n\r\n')
  assert.match(head ?? '', /^HTTP\/1\.1 503 /)
  assert.match(head ?? '', /^Retry-After: 2$/m)
  const { message } = refusals.unavailable
  assert.deepEqual(JSON.parse(body ?? ''), {
    success: false,
    error: { code: 'unavailable', message, details: null },
  })
})

test('whoever tries a cluster that is not there is told how to bring one up', async () => {
  const folder = await temporaryFolder()
  try {
    await assert.rejects(
      run(join(deploy, 'try-ha.sh'), ['status', '--dir', join(folder.path, 'none')]),
      /There is no cluster in .*try-ha\.sh up/,
    )
  } finally {
    await folder.remove()
  }
})

test('no script tells a password to everybody on its machine, and no example opens a door to all of them', async () => {
  const files = (await readdir(deploy, { recursive: true })).filter((name) =>
    /\.(sh|env|example|ini)$/.test(name),
  )
  for (const name of files) {
    const text = await readFile(join(deploy, name), 'utf8')
    assert.doesNotMatch(text, /curl[^\n]*\s(-u|--user)\b|\s-u ["$]|--set \w*password=/, name)
    assert.doesNotMatch(text, /LISTEN=\*/, name)
  }
  assert.ok(files.includes('switch-over.sh') && files.includes('cluster.env.example'), String(files))
})

test('what is secret on the machine that builds an image is in none', async () => {
  for (const file of ['.dockerignore', '.containerignore']) {
    const lines = (await readFile(join(repository, file), 'utf8')).split('\n').filter(Boolean)
    const goesIn = (path: string) =>
      lines.includes(`!${path}`) || !lines.some((pattern) => matchesGlob(path, pattern))
    const filled = ['cluster.env', 'deploy/node.env', 'front.env', 'deploy/userlist.txt']
    for (const secret of ['.env', 'deploy/.env', '.malipo', '.malipo-backups', ...filled])
      assert.ok(!goesIn(secret), `${file} lets ${secret} in`)
    for (const needed of ['deploy/etcd.env', 'deploy/compose/cluster.env', 'server/src/main.ts'])
      assert.ok(goesIn(needed), `${file} leaves ${needed} out`)
  }
})
