import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { Refusal } from '../primitives/refusal.ts'
import { DatabaseAway } from './database-away.ts'
import { isLockedByOthers, isPassingFault } from './passing-fault.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
  await database.sql`create table t (id int primary key)`
  await database.sql`insert into t (id) values (1), (2)`
})
after(() => database.drop())

/** What the server itself says, so that no code is believed because we wrote it down. */
async function faultOf(work: () => Promise<unknown>): Promise<unknown> {
  const [tried] = await Promise.allSettled([work()])
  return tried.status === 'rejected' ? tried.reason : assert.fail('nothing failed')
}

test('a row that somebody holds, a statement out of time, a deadlock and a lost race pass', async () => {
  const { sql } = database
  await sql.begin(async (holder) => {
    await holder`select from t where id = 1 for update`
    const locked = await faultOf(() =>
      sql.begin(async (tx) => {
        await tx`set local lock_timeout = '10ms'`
        await tx`select from t where id = 1 for update`
      }),
    )
    assert.deepEqual([isPassingFault(locked), isLockedByOthers(locked)], [true, true])
  })
  const late = await faultOf(() =>
    sql.begin(async (tx) => {
      await tx`set local statement_timeout = '10ms'`
      await tx`select pg_sleep(5)`
    }),
  )
  assert.deepEqual([isPassingFault(late), isLockedByOthers(late)], [true, false])
  for (const code of ['40P01', '40001']) {
    assert.equal(isPassingFault(Object.assign(new Error('from the server'), { code })), true, code)
  }
  assert.equal(isPassingFault(new DatabaseAway('gone')), true)
  assert.equal(isPassingFault(new AggregateError([new Error('a'), late])), true)
})

test('what a statement itself does wrong does not pass', async () => {
  const { sql } = database
  for (const fault of [
    await faultOf(() => sql`insert into t (id) values (1)`),
    await faultOf(() => sql`select 1 / 0`),
    await faultOf(() => sql`select from nowhere`),
    new Refusal('invalid_state'),
    new Error('a bug'),
    null,
  ]) {
    assert.equal(isPassingFault(fault), false, String(fault))
  }
})
