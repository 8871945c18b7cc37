import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { guardDatabase } from '../../test/simulation/kernel/guarded-database.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { callbackKeeper, type ReceivedCallback } from './inbox.ts'

let database: TestDatabase
let world: World
/** How many bytes of callbacks each statement carried. */
const carried: number[] = []
before(async () => {
  database = await createTestDatabase()
  const sql = guardDatabase(database.sql, {
    pass: async (work) => await work(),
    hold: (work) => work(),
    alter(sent) {
      const rows = JSON.parse(String(sent.values[0])) as { body: string }[]
      carried.push(rows.reduce((sum, { body }) => sum + (body.length - 2) / 2, 0))
      return sent
    },
    labelOf: () => null,
  })
  const vault = vaultFrom('a secret of more than thirty-two letters')
  world = { sql, clock: systemClock, newId: idsFrom(systemClock), vault, baseUrl: 'http://localhost' }
})
after(() => database.drop())

const received = (bytes: number, provider = 'own'): ReceivedCallback => ({
  headers: {},
  body: Buffer.alloc(bytes, 'x'),
  provider,
  at_interface: false,
  is_proven: true,
})

test('however many long callbacks come at once, no statement carries more than a megabyte of them', async () => {
  const keep = callbackKeeper(world)
  await Promise.all(Array.from({ length: 60 }, () => keep(received(60_000))))
  assert.equal(
    carried.reduce((sum, bytes) => sum + bytes),
    60 * 60_000,
  )
  assert.ok(Math.max(...carried) <= 1_048_576, `${Math.max(...carried)} bytes in one statement`)
  assert.ok(carried.length <= 6, `${carried.length} statements: they still share`)
})

test('one that the database does not take is refused, and none of its neighbours is', async () => {
  const keep = callbackKeeper(world)
  const kept = await Promise.allSettled([
    keep(received(2)),
    keep(received(2, 'no such name: \0')),
    keep(received(2)),
  ])
  assert.deepEqual(
    kept.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})
