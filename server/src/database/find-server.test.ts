import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { ask, testClusters, until } from '../../test/test-clusters.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { DatabaseAway } from './database-away.ts'
import { urlsOfHosts } from './database-url.ts'
import { processIsAlive } from './embedded/postmaster.ts'
import { findServer } from './find-server.ts'
import { openDatabase } from './open-database.ts'

const gone = 'postgres://postgres@127.0.0.1:1/postgres'

describe('of several hosts', () => {
  const { folder, open } = testClusters()

  test('the first that takes writes is used, and another one once that is gone', async () => {
    const [one, two] = await Promise.all([open('one'), open('two')])
    await two.close()
    await writeFile(folder('two/postgres/standby.signal'), '')
    const standby = await open('two')
    const urls = [gone, standby.url('postgres'), one.url('postgres')]
    assert.equal((await findServer(urls)).url, one.url('postgres'))

    const databaseUrl = `${hostsOf(urls)}/postgres?target_session_attrs=read-write`
    assert.equal(urlsOfHosts(databaseUrl).length, 3)
    const { sql, describe: told, close } = await openDatabase({ ...wishes, databaseUrl })
    assert.match(told, /one/)
    await sql`create table place (name text)`

    // It stays while somebody is connected, and nobody starts it again once it was left.
    await one.close()
    process.kill(one.pid(), 'SIGQUIT')
    await until(() => !processIsAlive(one.pid()))
    await assert.rejects(sql`select from place`, DatabaseAway)
    await ask(standby, 'select pg_promote()')
    await until(() =>
      sql`create table place (name text)`.then(
        () => true,
        () => false,
      ),
    )
    assert.equal((await sql.begin((tx) => tx`select from place`)).length, 0)
    await close()
  })

  test('where none takes writes, all are named and waited for', async () => {
    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    const databaseUrl = 'postgres://me:secret@127.0.0.1:1,127.0.0.1:2/mine'
    await assert.rejects(openDatabase({ ...wishes, databaseUrl, log, patienceMs: 300 }), (error) => {
      assert.ok(error instanceof StartRefused)
      assert.match(
        error.message,
        /^Cannot use the database mine at 127\.0\.0\.1:1 or database mine at 127\.0\.0\.1:2: /,
      )
      assert.ok(!error.message.includes('secret'))
      return true
    })
    assert.equal(lines.length, 1)
  })

  test('a wish for one that takes no writes is refused', async () => {
    const databaseUrl = 'postgres://me@127.0.0.1:1/mine?target_session_attrs=standby'
    await assert.rejects(
      openDatabase({ ...wishes, databaseUrl }),
      /target_session_attrs=standby: payments need/,
    )
  })

  const wishes = { dataDir: '', poolSize: 2, applicationName: 'test', log: () => {} }
})

/** `postgres://user@one,two`, as libpq writes it. */
function hostsOf(urls: string[]): string {
  const hosts = urls.map((url) => /@([^/]*)/.exec(url)?.[1])
  return `postgres://postgres@${hosts.join(',')}`
}
