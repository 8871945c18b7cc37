import assert from 'node:assert/strict'
import { appendFile, cp, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { ask, testClusters, until } from '../../test/test-clusters.ts'
import { connectDatabase } from '../database/database.ts'
import { processIsAlive } from '../database/embedded/postmaster.ts'
import { measureStandbys } from './measure-standbys.ts'
import { createMetrics } from './metrics.ts'

describe('a standby', () => {
  const { folder, open } = testClusters()

  test('is named with how far it is behind, until it is gone', async () => {
    const first = await open('primary')
    const primaryPid = first.pid()
    await first.close()
    await until(() => !processIsAlive(primaryPid))
    await cp(folder('primary'), folder('standby'), { recursive: true, preserveTimestamps: true })
    const primary = await open('primary')
    const sql = connectDatabase({ url: primary.url('postgres'), poolSize: 1, applicationName: 'test' })
    const metrics = createMetrics({})
    measureStandbys([metrics.registry], sql)
    const told = async (what: string) =>
      new RegExp(`^malipo_database_standby_lag_${what}\\{standby="east",sync="async"\\} (\\S+)$`, 'm').exec(
        await metrics.text(),
      )?.[1]
    assert.equal(await told('bytes'), undefined)

    const { hostname, port, username } = new URL(primary.url('postgres'))
    const way = `host=${decodeURIComponent(hostname)} port=${port} user=${username} application_name=east`
    await appendFile(folder('standby/postgres/postgresql.auto.conf'), `primary_conninfo = '${way}'\n`)
    await writeFile(folder('standby/postgres/standby.signal'), '')
    const standby = await open('standby')
    await until(async () => (await told('bytes')) !== undefined)
    await sql`create table place (name text)`
    await until(async () => (await ask(standby, `select to_regclass('place') as found`))[0]?.found !== null)
    await until(async () => (await told('bytes')) === '0')
    assert.ok(Number(await told('seconds')) >= 0)

    await ask(standby, 'select pg_wal_replay_pause()')
    await sql`insert into place select repeat('x', 1000) from generate_series(1, 1000)`
    assert.ok(Number(await told('bytes')) > 100_000, 'what it has not applied is counted')

    await standby.close()
    await until(async () => (await told('bytes')) === undefined)
    await sql.end()
  })
})
