import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { appendFile, cp, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, testClusters, until } from '../../test/test-clusters.ts'
import { connectDatabase } from './connect-database.ts'
import type { EmbeddedCluster } from './embedded/embedded-cluster.ts'
import { processIsAlive } from './embedded/postmaster.ts'
import { openReplica } from './read-replica.ts'

const wishes = { poolSize: 2, applicationName: 'test' }

describe('what a replica may answer', () => {
  const { folder, open } = testClusters()

  /** A primary with an installation, a standby that follows it, and what reads from the standby. */
  async function openBoth(name: string) {
    const first = await open(name)
    await ask(
      first,
      `create table installation (id uuid); insert into installation values ('${randomUUID()}'); create table place (number int)`,
    )
    const pid = first.pid()
    await first.close()
    await until(() => !processIsAlive(pid))
    for (const place of ['standby', 'other'])
      await cp(folder(name), folder(`${name}-${place}`), { recursive: true, preserveTimestamps: true })
    const cluster = await open(name)
    const { hostname, port, username } = new URL(cluster.url('postgres'))
    const way = `host=${decodeURIComponent(hostname)} port=${port} user=${username}`
    const follow = async (place: string) => {
      await appendFile(
        folder(`${name}-${place}/postgres/postgresql.auto.conf`),
        `primary_conninfo = '${way}'\n`,
      )
      await writeFile(folder(`${name}-${place}/postgres/standby.signal`), '')
      return await open(`${name}-${place}`)
    }
    const standby = await follow('standby')
    const primary = connectDatabase({ url: cluster.url('postgres'), ...wishes })
    const replica = openReplica(primary, { url: standby.url('postgres'), ...wishes })
    const close = async () => void (await Promise.all([primary.end(), replica.sql.end()]))
    /** Writes the next number and reads the highest: whoever wrote must find it. */
    let number = 0
    const writeAndRead = async () => {
      number += 1
      await primary`insert into place values (${number})`
      const [row] = await replica.sql<{ highest: number }[]>`select max(number) as highest from place`
      assert.equal(row?.highest, number)
    }
    const fromReplica = async () => {
      const before = replica.counts.replica
      await writeAndRead()
      return replica.counts.replica > before
    }
    await until(fromReplica)
    return { standby, follow, primary, replica, writeAndRead, fromReplica, close }
  }

  const promote = (standby: EmbeddedCluster) => ask(standby, 'select pg_promote()')

  test('is read there, and has whatever was written before', async () => {
    const { replica, primary, writeAndRead, close } = await openBoth('near')
    const { replica: before } = replica.counts
    await until(async () => {
      await writeAndRead()
      return replica.counts.replica >= before + 50
    })
    await primary`insert into place values (${1000})`
    const seen = await replica.sql.begin('isolation level repeatable read read only', async (tx) => {
      const [row] = await tx<{ highest: number; follows: boolean }[]>`
        select max(number) as highest, pg_is_in_recovery() as follows from place`
      return row
    })
    assert.equal(seen?.highest, 1000)
    await close()
  })

  test('is read from the primary while the replica lags, is away, or leads by itself', async () => {
    const { standby, replica, writeAndRead, fromReplica, close } = await openBoth('far')
    await ask(standby, 'select pg_wal_replay_pause()')
    for (let time = 0; time < 5; time += 1) assert.equal(await fromReplica(), false)
    await ask(standby, 'select pg_wal_replay_resume()')
    await until(fromReplica)

    await standby.close()
    for (let time = 0; time < 5; time += 1) await writeAndRead()
    const again = await open('far-standby')
    await until(fromReplica)

    await promote(again)
    // Longer than it is left alone: it is asked, and says no.
    await sleep(1_100)
    const { primary: before } = replica.counts
    for (let time = 0; time < 5; time += 1) await writeAndRead()
    assert.equal(replica.counts.primary - before, 5)
    await close()
  })

  test('is never of a history that the primary has left, however far that goes', async () => {
    const { standby, follow, primary: left, close } = await openBoth('parted')
    const other = await follow('other')
    await promote(standby)
    const primary = connectDatabase({ url: standby.url('postgres'), ...wishes })
    await until(async () => (await primary`select pg_is_in_recovery() as follows`)[0]?.follows === false)
    // The old one goes on for a while, further than the new one has come, and has one to follow it.
    await left`insert into place select 5000 from generate_series(1, 20000)`
    const seen = async () =>
      (await ask(other, 'select max(number) as highest from place'))[0]?.highest === 5000
    await until(seen)
    await primary`insert into place values (7000)`
    const replica = openReplica(primary, { url: other.url('postgres'), ...wishes })
    const [row] = await replica.sql<{ highest: number }[]>`select max(number) as highest from place`
    assert.equal(row?.highest, 7000)
    assert.deepEqual(replica.counts, { replica: 0, primary: 1 })
    await Promise.all([primary.end(), replica.sql.end()])
    await close()
  })

  test('of somebody else is refused at the start, and never read', async () => {
    const { replica, primary, writeAndRead, close } = await openBoth('own')
    const others = await open('others')
    await ask(
      others,
      `create table installation (id uuid); insert into installation values ('${randomUUID()}'); create table place (number int)`,
    )
    const told: string[] = []
    const log = (line: string) => void told.push(line)
    await replica.examine(log)
    assert.deepEqual(told, [])
    const foreign = openReplica(primary, { url: others.url('postgres'), ...wishes })
    await assert.rejects(foreign.examine(log), {
      message: /READ_REPLICA_URL leads to .* another installation/,
    })
    const [row] = await foreign.sql<{ count: bigint }[]>`select count(*) from place`
    assert.notEqual(row?.count, 0n)
    assert.deepEqual(foreign.counts, { replica: 0, primary: 1 })
    await others.close()
    const gone = openReplica(primary, { url: others.url('postgres'), ...wishes })
    await gone.examine(log)
    assert.match(told.join(), /cannot be read .*Lists are read from the primary meanwhile/)
    await writeAndRead()
    await Promise.all([foreign.sql.end(), gone.sql.end()])
    await close()
  })
})
