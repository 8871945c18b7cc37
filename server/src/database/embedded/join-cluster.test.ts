import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { howMuch } from '../../../test/how-thorough.ts'
import { tellProof } from '../../../test/prove/tell-proof.ts'
import { ask, testClusters, until } from '../../../test/test-clusters.ts'
import { findPostmaster, pidFileOf } from './postmaster.ts'

const { folder, open } = testClusters()
const children: ChildProcess[] = []
after(() => children.forEach((child) => void child.kill('SIGKILL')))

/** A process of its own that opens the cluster, writes a mark, and is there to be killed. */
async function markAndWait(mark: number): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '../../../test/mark-and-wait.ts')
  const child = spawn(process.execPath, [script, folder('one'), String(mark)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  assert.equal(String(said).trim(), `marked ${mark}`)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function runningServer(): Promise<number> {
  const postmaster = await findPostmaster(folder('one/postgres'))
  assert.ok(postmaster !== undefined)
  return postmaster.pid
}

const deaths = howMuch({ test: 3, proveShort: 8, prove: 20 })

test(`a server left behind by killed processes is taken over, ${deaths} times in a row`, async (context) => {
  tellProof(context, `${deaths} kills of whoever uses a cluster`)
  for (let mark = 1; mark <= deaths; mark++) {
    const child = await markAndWait(mark)
    // Of three times, the server is killed as well after its user once, and before it once.
    if (mark % 3 === 0) process.kill(await runningServer(), 'SIGKILL')
    await kill(child)
    if (mark % 3 === 2) process.kill(await runningServer(), 'SIGKILL')
  }
  const cluster = await open('one')
  const [row] = await ask(
    cluster,
    'select count(*)::int as all, count(distinct mark)::int as kinds from marks',
  )
  assert.deepEqual(row, { all: deaths, kinds: deaths })
  await cluster.close()
  assert.equal(await findPostmaster(folder('one/postgres')), undefined)
})

test('a server that is killed is started again, and each time it is told in two lines', async () => {
  const lines: string[] = []
  const cluster = await open('one', (line) => lines.push(line))
  for (let round = 1; round <= 2; round++) {
    const killed = cluster.pid()
    process.kill(killed, 'SIGKILL')
    await until(() => cluster.pid() !== killed)
    assert.deepEqual(await ask(cluster, 'select count(*)::int as all from marks'), [{ all: deaths }])
    assert.deepEqual(lines.splice(0), [
      `PostgreSQL (pid ${killed}) went away: starting it again`,
      `PostgreSQL is back (pid ${cluster.pid()})`,
    ])
  }
  await cluster.close()
  assert.equal(await findPostmaster(folder('one/postgres')), undefined)
})

test('closing while the server is down leaves none behind', async () => {
  const cluster = await open('one')
  process.kill(cluster.pid(), 'SIGKILL')
  await cluster.close()
  assert.equal(await findPostmaster(folder('one/postgres')), undefined)
})

test('a hung server is stopped and replaced', async () => {
  await kill(await markAndWait(deaths + 1))
  const hung = await runningServer()
  process.kill(hung, 'SIGSTOP')
  const lines: string[] = []
  const cluster = await open('one', (line) => lines.push(line))
  assert.notEqual(cluster.pid(), hung)
  assert.match(lines.join('\n'), /does not answer .*: stopping it/)
  assert.deepEqual(await ask(cluster, 'select count(*)::int as all from marks'), [{ all: deaths + 1 }])
})

test('lock files that name a living process which is no PostgreSQL do not block the start', async () => {
  const sockets = folder('one/socket')
  const lines = [
    process.pid,
    folder('one/postgres'),
    1_700_000_000,
    5432,
    sockets,
    '',
    '  5432001         0',
    '',
  ]
  await writeFile(pidFileOf(folder('one/postgres')), lines.join('\n'))
  await writeFile(join(sockets, '.s.PGSQL.5432.lock'), lines.join('\n'))
  const cluster = await open('one')
  assert.deepEqual(await ask(cluster, 'select 1 as one'), [{ one: 1 }])
})

test('what a process left that was killed while making a cluster is cleared away', async () => {
  await mkdir(folder('one/postgres.new-2147483646-aaaa/base'), { recursive: true })
  const cluster = await open('one')
  await cluster.close()
  assert.deepEqual((await readdir(folder('one'))).sort(), ['postgres', 'postgres.log', 'socket'])
})

test('a server that starts and ends again and again is given up with its own words', async () => {
  await rm(folder('one/postgres/pg_wal'), { recursive: true })
  await mkdir(folder('one/postgres/pg_wal'))
  await assert.rejects(
    open('one'),
    /(does not become ready|could not start): (could not locate a valid checkpoint record|the database system is in recovery mode) .*its log is/,
  )
  await rm(folder('one/postgres/global/pg_control'))
  await assert.rejects(open('one'), /could not start: .*pg_control.*: No such file or directory/)
})
