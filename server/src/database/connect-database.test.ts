import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, testClusters, until } from '../../test/test-clusters.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { connectDatabase, type Database, type Transaction } from './connect-database.ts'
import { DatabaseAway, isDatabaseAway } from './database-away.ts'
import { socketOfUrl } from './database-url.ts'
import type { EmbeddedCluster } from './embedded/embedded-cluster.ts'

describe('a pool', () => {
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase({ empty: true, poolSize: 4 })
  })
  after(() => database.drop())

  test('amounts come as BigInt, also in lists, and instants as Date', async () => {
    const big = 9_007_199_254_740_993n
    const [row] = await database.sql`
      select ${big}::bigint as amount, ${[big, 1n]}::bigint[] as amounts, '2026-01-02T03:04:05.678Z'::timestamptz as at`
    assert.deepEqual(
      { ...row },
      { amount: big, amounts: [big, 1n], at: new Date('2026-01-02T03:04:05.678Z') },
    )
  })

  test('statements, locks and idle transactions have limits, and the session has a name', async () => {
    const names = [
      'statement_timeout',
      'lock_timeout',
      'idle_in_transaction_session_timeout',
      'application_name',
    ]
    const rows = await database.sql`
      select name, setting from pg_settings where name = any(${names}) order by array_position(${names}, name)`
    assert.deepEqual(
      rows.map((row) => row.setting),
      ['10000', '5000', '15000', 'test'],
    )
  })

  test('a transaction commits what it returned from and rolls back what it threw in, savepoints too', async () => {
    const { sql } = database
    await sql`create table notes (note text)`
    const result = await sql.begin(async (tx) => {
      await tx`insert into notes values ('kept')`
      await tx.savepoint((inner) => inner`insert into notes values ('inner')`)
      await assert.rejects(
        tx.savepoint(async (inner) => {
          await inner`insert into notes values ('undone')`
          throw new Error('inside')
        }),
        /inside/,
      )
      return 'done'
    })
    const thrown = sql.begin(async (tx) => {
      await tx`insert into notes values ('rolled back')`
      throw new Error('no')
    })
    await assert.rejects(thrown, /^Error: no$/)
    assert.equal(result, 'done')
    assert.deepEqual(
      (await sql`select note from notes order by 1`).map(({ note }) => note),
      ['inner', 'kept'],
    )
  })

  test('what is left for last runs right before the commit, in its order, and not for what was undone', async () => {
    const { sql } = database
    await sql`create table last_notes (seq serial, note text)`
    const leave = (tx: Transaction, note: string) =>
      tx.lastly(async (end) => void (await end`insert into last_notes (note) values (${note})`))
    await sql.begin(async (tx) => {
      leave(tx, 'left first')
      await tx.savepoint(async (inner) => leave(inner, 'left inside'))
      const undone = tx.savepoint(async (inner) => {
        leave(inner, 'undone')
        throw new Error('inside')
      })
      await assert.rejects(undone, /inside/)
      await tx`insert into last_notes (note) values ('the work')`
    })
    const thrown = sql.begin(async (tx) => {
      leave(tx, 'never')
      throw new Error('no')
    })
    await assert.rejects(thrown, /^Error: no$/)
    assert.deepEqual(
      (await sql`select note from last_notes order by seq`).map(({ note }) => note),
      ['the work', 'left first', 'left inside'],
    )
  })

  test('a full pool refuses in time instead of waiting for ever, and serves those who waited less', async () => {
    const wishes = { url: database.url, poolSize: 4, applicationName: 'test', waitForConnectionMs: 200 }
    const sql = connectDatabase(wishes)
    const release = Promise.withResolvers<void>()
    const holders = [1, 2, 3, 4].map(() => sql.begin(() => release.promise))
    await sleep(50)
    const startedAt = performance.now()
    const refused = assert.rejects(
      sql.begin(async () => {}),
      DatabaseAway,
    )
    assert.equal(sql.pool.waitingCount, 1)
    await refused
    assert.ok(performance.now() - startedAt < 1_000)
    const waiting = sql.begin((tx) => tx`select 1 as served`)
    release.resolve()
    assert.equal((await waiting)[0]?.served, 1)
    await Promise.all(holders)
    assert.deepEqual([sql.pool.waitingCount, sql.pool.idleCount], [0, sql.pool.totalCount])
    await sql.end()
  })

  test('a queue for connections has an end, and whoever comes then is told at once', async () => {
    const wishes = { url: database.url, poolSize: 1, applicationName: 'test', mostWaiting: 2 }
    const sql = connectDatabase(wishes)
    const release = Promise.withResolvers<void>()
    const holder = sql.begin(() => release.promise)
    await sleep(50)
    const waiting = [
      sql`select 1 as served`.then((rows) => rows[0]),
      sql.begin((tx) => tx`select 2 as served`),
    ]
    await assert.rejects(() => sql`select 3`, DatabaseAway)
    await assert.rejects(() => sql.unsafe('select 4'), DatabaseAway)
    await assert.rejects(
      sql.begin(async () => {}),
      DatabaseAway,
    )
    assert.equal(sql.pool.waitingCount, 2)
    release.resolve()
    await Promise.all([holder, ...waiting])
    assert.deepEqual((await sql`select 5 as served`)[0], { served: 5 })
    await sql.end()
  })

  test('a transaction whose failed statement was swallowed does not pass for committed', async () => {
    const { sql } = database
    await sql`create table swallowed (x int primary key)`
    const pretended = sql.begin(async (tx) => {
      await tx`insert into swallowed values (1)`
      await tx`insert into swallowed values (1)`.catch(() => {})
      return 'fine'
    })
    await assert.rejects(pretended, /ended with ROLLBACK instead of a commit/)
    assert.equal((await sql`select from swallowed`).length, 0)
  })

  test('a forgotten value is a mistake, not a null', async () => {
    const forgotten = undefined as unknown as string
    await assert.rejects(async () => database.sql`select ${forgotten}::text`, TypeError)
  })

  test('a statement that touches a lost session inside a transaction never runs outside of it', async () => {
    const { sql } = database
    const marks: string[] = []
    await sql`create table strays (stray text)`
    const lost = sql.begin(async (tx) => {
      const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
      await sql`select pg_terminate_backend(${row?.pid ?? 0})`
      await sleep(50)
      // The pool is busy again with others by now, as it would be in a service.
      await Promise.all([1, 2, 3].map(() => sql.begin((other) => other`select 1`)))
      await tx`insert into strays values ('outside')`.catch(() => marks.push('caught'))
      await tx`insert into strays values ('outside')`
    })
    await assert.rejects(lost, isDatabaseAway)
    await sleep(100)
    assert.deepEqual([...(await sql`select stray from strays`)], [])
    assert.deepEqual(marks, ['caught'])
  })
})

describe('a server that goes away', () => {
  const { open } = testClusters()

  test('what was asked is refused at once, and the pool heals by itself', async () => {
    const cluster = await open('one')
    await ask(cluster, 'create table notes (note int)')
    const sql = connectDatabase({ url: cluster.url('postgres'), poolSize: 6, applicationName: 'test' })
    for (const signal of ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const) await goAwayOnce(cluster, sql, signal)
    await sql.end()
  })

  /** Every kind of use is under way when the server ends; each must be told, and none may hang or crash us. */
  async function goAwayOnce(cluster: EmbeddedCluster, sql: Database, signal: NodeJS.Signals): Promise<void> {
    const uses = [
      sql`select pg_sleep(5)`,
      sql.begin((tx) => tx`select pg_sleep(5)`),
      sql.begin(async (tx) => {
        await tx`select pg_sleep(5)`.catch(() => {})
        await tx`insert into notes values (1)`
      }),
      sql.begin(async (tx) => {
        await tx`insert into notes values (2)`
        await sleep(500)
        await tx`insert into notes values (3)`
      }),
    ]
    const outcomes = Promise.allSettled(uses.map((use) => Promise.resolve(use)))
    await sleep(100)
    const killed = cluster.pid()
    const startedAt = performance.now()
    process.kill(killed, signal)
    for (const outcome of await outcomes) {
      assert.equal(outcome.status, 'rejected')
      assert.ok(isDatabaseAway(outcome.reason), outcome.reason)
    }
    assert.ok(performance.now() - startedAt < 2_000, 'refused at once')
    await until(() => cluster.pid() !== killed)
    await until(() =>
      sql`select 1`.then(
        () => true,
        () => false,
      ),
    )
    const all = await Promise.all(Array.from({ length: 50 }, (_, n) => sql`select ${n}::int as n`))
    assert.equal(all.length, 50)
    await Promise.all(Array.from({ length: 20 }, () => sql.begin((tx) => tx`select 1`)))
    assert.equal((await sql`select from notes`).length, 0)
  }

  test('where packets vanish, what was asked is given up in time, and the pool heals', async () => {
    const cluster = await open('one')
    const { folder, port } = socketOfUrl(cluster.url('postgres')) ?? assert.fail()
    let cut = false
    const proxy = createServer((near) => {
      const far = connect(`${folder}/.s.PGSQL.${port}`)
      near.on('data', (bytes) => cut || far.write(bytes)).on('close', () => far.destroy())
      far.on('data', (bytes) => cut || near.write(bytes)).on('close', () => near.destroy())
    }).listen(0, '127.0.0.1')
    await until(() => proxy.listening)
    const address = proxy.address()
    assert.ok(address !== null && typeof address === 'object')
    const url = `postgres://postgres@127.0.0.1:${address.port}/postgres`
    const sql = connectDatabase({ url, poolSize: 4, applicationName: 'test', statementTimeoutMs: 400 })
    await Promise.all([sql`select 1`, sql.begin((tx) => tx`select 1`)])
    cut = true
    const startedAt = performance.now()
    await assert.rejects(sql`select 1`, isDatabaseAway)
    await assert.rejects(
      sql.begin((tx) => tx`select 1`),
      isDatabaseAway,
    )
    assert.ok(performance.now() - startedAt < 4_000)
    cut = false
    assert.equal((await sql`select 1 as healed`)[0]?.healed, 1)
    await sql.end()
    proxy.close()
  })
})
