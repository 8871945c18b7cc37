import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Environment } from '@malipo/contract'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { lookUpWorker } from './look-again.ts'

let database: TestDatabase
let world: World
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret of more than thirty-two letters')
  const newId = idsFrom(systemClock)
  world = { sql: database.sql, clock: systemClock, newId, vault, baseUrl: 'http://localhost' }
})
after(() => database.drop())

/** So many payments of a provider that have been due for so many minutes. */
async function due(environment: Environment, provider: string, count: number, minutes: number) {
  const ids = Array.from({ length: count }, () => randomUUID())
  await world.sql`
    insert into due_look_ups (subject_id, about, environment, provider, due_at)
    select id, 'collection', ${environment}, ${provider}, ${world.clock.now()}::timestamptz - ${minutes} * interval '1 minute'
    from unnest(${ids}::uuid[]) as asked (id)`
  return ids
}

test('however long the queue of one lane is, every other lane has its turn in the same round', async () => {
  await due('sandbox', 'sandbox', 300, 60)
  await due('live', 'long', 300, 50)
  const others = [...(await due('live', 'quiet', 1, 1)), ...(await due('sandbox', 'quiet', 1, 1))]
  const asked: string[] = []
  const collection = async (id: string) => {
    asked.push(id)
    return 'answered' as const
  }
  const worker = lookUpWorker(world, { collection, disbursement: collection }, assert.ifError)
  assert.equal(await worker.round(), 22, 'ten of each long one, and all of the others')
  await worker.settled()
  assert.deepEqual(
    others.filter((id) => !asked.includes(id)),
    [],
  )
})

test('a lane whose slots are taken is given no more, and the others go on', async () => {
  await world.sql`delete from due_look_ups`
  await due('live', 'hangs', 30, 60)
  const [hanging, answered] = [Promise.withResolvers<void>(), new Set<string>()]
  const collection = async (id: string) => {
    if (!quick.has(id)) await hanging.promise
    answered.add(id)
    return 'answered' as const
  }
  const quick = new Set<string>()
  const worker = lookUpWorker(world, { collection, disbursement: collection }, assert.ifError)
  assert.equal(await worker.round(), 10)
  for (const id of await due('live', 'quiet', 3, 1)) quick.add(id)
  assert.equal(await worker.round(), 3)
  hanging.resolve()
  await worker.settled()
  assert.equal(answered.size, 13)
})
