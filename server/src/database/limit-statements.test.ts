import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import {
  findPgbouncer,
  keepsNamesFrom,
  type RunningPgbouncer,
  startPgbouncer,
} from '../../test/start-pgbouncer.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { connectDatabase, type Database } from './connect-database.ts'
import { socketOfUrl } from './database-url.ts'
import { findServer } from './find-server.ts'
import { openDatabase } from './open-database.ts'

const pgbouncer = await findPgbouncer()
const skip = pgbouncer === undefined && 'there is no PgBouncer, and none can be installed here'
const kept = pgbouncer !== undefined && pgbouncer.version >= keepsNamesFrom

describe('behind a pooler', { skip }, () => {
  let database: TestDatabase
  let name: string
  const opened: { stop(): Promise<void> }[] = []
  before(async () => {
    database = await createTestDatabase({ empty: true, durable: true })
    name = socketOfUrl(database.url)?.database ?? ''
    await database.sql`create table amounts (id int primary key, amount int not null)`
    await database.sql`insert into amounts values (1, 1000)`
  })
  after(async () => {
    for (const one of opened.toReversed()) await one.stop()
    await database.drop()
  })

  async function start(mode: 'session' | 'transaction' | 'statement', preparedStatements = 0) {
    assert.ok(pgbouncer)
    const running = await startPgbouncer(pgbouncer, { serverUrl: database.url, mode, preparedStatements })
    opened.push(running)
    return running
  }

  test('what stands between us and the server is recognised, and what it can do', async () => {
    assert.deepEqual(await findServer([database.url]), { url: database.url, pooler: undefined })
    for (const mode of ['session', 'transaction'] as const) {
      const url = (await start(mode)).url(name)
      assert.deepEqual(await findServer([url]), { url, pooler: { keepsNames: false } })
    }
    const statements = await start('statement')
    await assert.rejects(findServer([statements.url(name)]), (error) => {
      assert.ok(error instanceof StartRefused)
      assert.match(error.message, /keeps no transactions .*set its pool_mode to transaction\.$/)
      return true
    })
    if (!kept) return
    const url = (await start('transaction', 100)).url(name)
    assert.deepEqual(await findServer([url]), { url, pooler: { keepsNames: true } })
  })

  test('a start has a way to the server itself, and to the same database, or is refused', async () => {
    const pooled = await start('transaction')
    const wishes = { dataDir: '', poolSize: 2, applicationName: 'test', log: () => {} }
    const refusalWith = async (directUrl: string | undefined) => {
      const opening = openDatabase({ ...wishes, databaseUrl: pooled.url(name), directUrl })
      return await opening.then(
        async (opened) => void (await opened.close()),
        (error) => (error instanceof StartRefused ? error.message : Promise.reject(error)),
      )
    }
    assert.match(
      (await refusalWith(undefined)) ?? '',
      /^DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL/,
    )
    assert.match((await refusalWith(pooled.url(name))) ?? '', /^DATABASE_DIRECT_URL leads to a pooler/)
    assert.match((await refusalWith(database.adminUrl)) ?? '', /lead to different databases\.$/)
    // Ours would be refused, too: it has a table that nobody migrated.
    assert.match((await refusalWith(database.url)) ?? '', /not empty and not ours/)
  })

  const ways: [word: string, preparedStatements: number][] = [
    ['that keeps no names', 0],
    ...(kept ? [['that keeps names', 100] satisfies [string, number]] : []),
  ]
  for (const [word, preparedStatements] of ways) {
    describe(word, () => {
      let pooler: RunningPgbouncer
      let sql: Database
      before(async () => {
        pooler = await start('transaction', preparedStatements)
        sql = pool(2_000)
        opened.push({ stop: () => sql.end() })
      })

      function pool(statementTimeoutMs: number, lockTimeoutMs = 300): Database {
        const keepsNames = preparedStatements > 0
        const wishes = { poolSize: 8, applicationName: 'test', statementTimeoutMs, lockTimeoutMs }
        return connectDatabase({ ...wishes, url: pooler.url(name), pooler: { keepsNames } })
      }

      const shown = (tag: Pick<Database, 'unsafe'>) =>
        tag.unsafe(`select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' '
          || current_setting('idle_in_transaction_session_timeout') || ' ' || current_setting('timezone') || ' '
          || current_setting('plan_cache_mode') as all`)
      const plans = preparedStatements > 0 ? 'force_generic_plan' : 'auto'
      const expected = [{ all: `2s 300ms 15s UTC ${plans}` }]

      test('every statement has its limits, alone and in a transaction, whoever asks', async () => {
        const [one] = await sql`select current_setting('statement_timeout') as limit where ${1}::int = 1`
        assert.deepEqual({ ...one }, { limit: '2s' })
        assert.deepEqual([...(await shown(sql))], expected)
        assert.deepEqual([...(await sql.begin(shown))], expected)
        assert.deepEqual([...(await sql.begin('isolation level serializable', shown))], expected)
        const client = await sql.pool.connect()
        await client.query('begin')
        const { rows } = await client.query(`select current_setting('lock_timeout') as limit`, [])
        await client.query('commit')
        client.release()
        assert.deepEqual(rows, [{ limit: '300ms' }])
      })

      test('and leaves none of them to whoever comes next', async () => {
        const bare = new pg.Client({ connectionString: pooler.url(name) })
        await bare.connect()
        for (let round = 0; round < 6; round += 1) {
          const { rows } = await bare.query(`select current_setting('statement_timeout') as limit`)
          assert.deepEqual(rows, [{ limit: '0' }])
        }
        await bare.end()
      })

      test('the limits are kept', async () => {
        const hasty = pool(200)
        await assert.rejects(hasty`select pg_sleep(5)`, { code: '57014' })
        await assert.rejects(
          hasty.begin((tx) => tx`select pg_sleep(5)`),
          { code: '57014' },
        )
        await hasty.end()
        await sql.begin(async (tx) => {
          await tx`update amounts set amount = amount where id = 1`
          await assert.rejects(sql`update amounts set amount = amount where id = 1`, { code: '55P03' })
        })
      })

      test('no process runs the text of another, however many share a session', async () => {
        // They wait for each other's row as long as it takes.
        const [one, other] = [pool(60_000, 60_000), pool(60_000, 60_000)]
        const rounds = Array.from({ length: 40 })
        await Promise.all(
          rounds.flatMap(() => [
            one`update amounts set amount = amount + ${7} where id = 1`,
            other`update amounts set amount = amount - ${7} where id = 1`,
            other.begin((tx) => tx`update amounts set amount = amount + ${3} where id = 1`),
            one.begin((tx) => tx`update amounts set amount = amount - ${3} where id = 1`),
          ]),
        )
        await Promise.all([one.end(), other.end()])
        assert.deepEqual([...(await sql`select amount from amounts`)], [{ amount: 1000 }])
      })

      test('a statement that failed may be asked again, and nothing of it is kept', async () => {
        const insert = (id: number) => sql`insert into amounts values (${id}, 1) returning amount`
        for (let round = 0; round < 3; round += 1) {
          await assert.rejects(insert(1), { code: '23505' })
          await assert.rejects(sql`select nothing from nowhere where ${round}::int = 1`, { code: '42P01' })
        }
        assert.deepEqual([...(await insert(preparedStatements + 2))], [{ amount: 1 }])
        await sql`delete from amounts where id > 1`
        assert.equal((await sql`select from amounts`).length, 1)
      })
    })
  }
})
