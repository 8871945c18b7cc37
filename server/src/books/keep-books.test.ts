import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { readBooks } from './book-routes.ts'
import { checks } from './check-books.ts'
import type { Check } from './checks/check.ts'
import { keepBooks } from './keep-books.ts'

const everyMs = 3_600_000
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
beforeEach(() =>
  database.sql.unsafe(`
    delete from book_checks; delete from book_check_run; insert into book_check_run default values`),
)

const [first, second] = checks
assert.ok(first && second)

/** The real sentences, with answers of the test's own. */
const saying = (...answers: (string | null | Error)[]): Check[] =>
  checks.map(({ check }, place) => ({
    check,
    async look() {
      const answer = answers[place] ?? null
      if (answer instanceof Error) throw answer
      return answer
    },
  }))
const keep = (...answers: Parameters<typeof saying>) =>
  keepBooks({ world, everyMs, checks: saying(...answers) })
const read = () => readBooks(world.sql, clock.now(), everyMs)

test('books that were never checked are unknown, and those that are in order hold', async () => {
  const before = await read()
  assert.deepEqual([before.state, before.checked_at], ['unknown', null])
  assert.equal(await keepBooks({ world, everyMs }), true)
  const { state, checks: shown, checked_at: at, running_since: running } = await read()
  assert.deepEqual(
    [state, shown.length, at, running],
    ['holds', checks.length, clock.now().toISOString(), null],
  )
})

test('what offends is told with its first day until it holds, and what cannot be told is unknown', async () => {
  await keep('three cents are missing', new Error('canceling statement due to statement timeout'))
  const redSince = clock.now().toISOString()
  nowMs += everyMs
  await keep('four cents are missing', new Error('canceling statement due to statement timeout'))
  const { state, checks: shown } = await read()
  assert.equal(state, 'red')
  assert.deepEqual(
    shown.slice(0, 3).map((one) => [one.state, one.details, one.red_since]),
    [
      ['red', 'four cents are missing', redSince],
      ['unknown', 'It could not be told: canceling statement due to statement timeout', null],
      ['holds', null, null],
    ],
  )
  nowMs += everyMs
  await keep()
  assert.deepEqual([(await read()).state, (await read()).checks[0]?.red_since], ['holds', null])
})

test('a result is believed for three rounds; what is red stays red', async () => {
  await keep('three cents are missing')
  nowMs += 3 * everyMs + 1
  const { checks: shown } = await read()
  assert.deepEqual(
    shown.slice(0, 2).map(({ state }) => state),
    ['red', 'unknown'],
  )
})

test('what was red stays red where nobody could look again, until it is seen to hold', async () => {
  await keep('three cents are missing')
  const redSince = clock.now().toISOString()
  nowMs += everyMs
  await keep(new Error('canceling statement due to statement timeout'))
  const [red] = (await read()).checks
  assert.deepEqual([red?.state, red?.details, red?.red_since], ['red', 'three cents are missing', redSince])
  assert.equal(red?.checked_at, redSince, 'when somebody last looked')
  nowMs += everyMs
  await keep()
  assert.deepEqual([(await read()).state, (await read()).checks[0]?.red_since], ['holds', null])
})

test('they are checked when it is due or was asked for, and by one at a time', async () => {
  const both = await Promise.all([keep(), keep()])
  assert.deepEqual(both.sort(), [false, true])
  nowMs += everyMs - 1
  assert.equal(await keep(), false)
  await world.sql`update book_check_run set asked_at = ${clock.now()}`
  assert.equal(await keep(), true)
  assert.equal((await read()).asked_at, null)
  nowMs += everyMs
  assert.equal(await keep(), true)
})

test('whoever was thought dead writes nothing more, and the next begins anew', async () => {
  const slow = saying()
  const [one] = slow
  assert.ok(one)
  let taken = false
  one.look = async () => {
    nowMs += 3_600_000
    taken = await keep()
    return 'an old word'
  }
  assert.equal(await keepBooks({ world, everyMs, checks: slow }), false)
  assert.equal(taken, true)
  assert.equal((await read()).state, 'holds')
})

test('what nobody checks any more is forgotten', async () => {
  await world.sql`
    insert into book_checks (name, holds, details, took_ms, checked_at, red_since)
    values ('of an older version', false, 'x', 1, ${clock.now()}, ${clock.now()})`
  await keep()
  assert.equal((await world.sql`select from book_checks where holds is false`).count, 0)
})
