import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { connectDatabase, type Database } from '../database/database.ts'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { checkBooks } from './check-books.ts'
import { keepBooks } from './keep-books.ts'

let database: TestDatabase
/** Of a service in which no statement may take as long as a check of large books does. */
let hurried: Database
let world: World
before(async () => {
  database = await createTestDatabase()
  hurried = connectDatabase({
    ...{ url: database.url, poolSize: 4, applicationName: 'hurried' },
    statementTimeoutMs: 1_000,
  })
  const vault = vaultFrom('a secret for tests that is long enough to be one')
  world = {
    sql: hurried,
    clock: systemClock,
    newId: idsFrom(systemClock),
    vault,
    baseUrl: 'http://localhost',
  }
})
after(async () => {
  await hurried.end()
  await database.drop()
})

test('a check takes as long as it takes, whatever statements of requests may take', async () => {
  const { resolve: locked, promise: isLocked } = Promise.withResolvers<void>()
  const holding = database.sql.begin(async (tx) => {
    await tx`lock table ledger_transactions in access exclusive mode`
    locked()
    await sleep(2_500)
  })
  await isLocked
  const findings = await checkBooks(world)
  await holding
  assert.deepEqual(
    findings.filter(({ holds }) => !holds),
    [],
  )
})

test('so does one that is carried out by itself', async () => {
  const slow = {
    check: 'a check of large books',
    look: async (tx: Pick<Database, 'unsafe'>) => {
      await tx.unsafe('select pg_sleep(2.5)')
      return null
    },
  }
  assert.equal(await keepBooks({ world, everyMs: 1, checks: [slow] }), true)
  const kept = await world.sql<{ holds: boolean; details: string }[]>`select holds, details from book_checks`
  assert.deepEqual([...kept], [{ holds: true, details: null }])
})
