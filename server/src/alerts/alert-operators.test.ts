import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { type Alert, alertOperators, closeAlerts } from './alerts.ts'

let nowMs = Date.parse('2026-11-16T08:00:00Z')
const clock = { now: () => new Date(nowMs) }
let database: TestDatabase
let world: World
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret of more than thirty-two letters')
  world = { sql: database.sql, clock, newId: idsFrom(clock), vault, baseUrl: 'http://localhost' }
})
after(() => database.drop())
beforeEach(() => world.sql`delete from alerts`)

const low = (wish: Partial<Alert> = {}): Alert => ({
  kind: 'float_low',
  subject: 'selcom',
  title: 'Low',
  text: 'Low.',
  ...wish,
})
const tell = (...alerts: Alert[]) => alertOperators(world.sql, world, alerts)
const kept = () =>
  world.sql<{ subject: string; text: string; count: number; last_at: Date; resolved_at: Date | null }[]>`
    select subject, text, count, last_at, resolved_at from alerts order by place desc, subject`

test('a cause that is told again, by many at once too, stays one alert with its newest words', async () => {
  await Promise.all(Array.from({ length: 8 }, () => tell(low({ count: 1 }))))
  nowMs += 60_000
  await tell(low({ count: 3, text: 'Lower.' }))
  const all = await kept()
  assert.deepEqual(
    all.map(({ text, count, last_at: at }) => [text, count, at]),
    [['Lower.', 3, clock.now()]],
  )
})

test('what is told without a number is one more each time', async () => {
  const upload = low({ kind: 'documents_uploaded' })
  await tell(upload)
  await tell(upload)
  nowMs += 1000
  await tell(upload, upload)
  assert.equal((await kept())[0]?.count, 3, 'twice in one breath is once')
})

test('what did not change is not written again', async () => {
  const same = low({ count: 2, since: clock.now(), lastAt: clock.now() })
  await tell(same)
  const [before] = await world.sql`select xmin::text from alerts`
  nowMs += 60_000
  await tell(same)
  assert.deepEqual(await world.sql`select xmin::text from alerts`.then(([row]) => row), before)
})

test('what is over is closed, and told again it is another alert', async () => {
  await tell(low(), low({ subject: 'clickpesa' }))
  await closeAlerts(world.sql, world, [low(), low({ subject: 'nobody' })])
  await tell(low())
  assert.deepEqual(
    (await kept()).map(({ subject, resolved_at: at }) => [subject, at === null]),
    [
      ['selcom', true],
      ['clickpesa', true],
      ['selcom', false],
    ],
  )
})

test('what happened not is told to nobody', async () => {
  const rolledBack = world.sql.begin(async (tx) => {
    await alertOperators(tx, world, [low()])
    throw new Error('changed my mind')
  })
  await assert.rejects(rolledBack, /changed my mind/)
  assert.deepEqual((await kept()).length, 0)
})
