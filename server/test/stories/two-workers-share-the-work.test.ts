import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { chaseCollections } from '../../src/collections/collections.ts'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { ownClock, ownProvider, succeeded } from './money/own-provider.ts'
import { openShop, type Shop } from './money/shop.ts'

const provider = ownProvider()
const clock = ownClock()
let service: Service
let shop: Shop
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  shop = await openShop(service)
})
beforeEach(async () => {
  await service.world.sql`update collections set due_at = 'infinity' where due_at is not null`
  provider.orders.length = 0
  provider.questions.length = 0
  provider.script.collect = () => pending
  provider.script.lookUp = () => pending
})
after(() => endStory(service))

const pending = { kind: 'pending', providerStatus: 'PENDING' } as const
const leaseMs = 30_000

/** One round of a worker of its own: workers share the database and the provider, and nothing else. */
const worker = () => {
  const { world, parts } = service
  return chaseCollections({ world, registry: parts.registry, resolve: parts.resolve })
}

const push = () => shop.push({}, { key: shop.liveKey })

async function rowOf(id: unknown) {
  const [row] = await service.world.sql<{ due_at: Date | null; lease: number; attempts: number }[]>`
    select due_at, lease, attempts from collections where id = ${String(id)}`
  return row
}

/** An answer that waits until the test lets it go. */
function latch<Value>() {
  let release: (value: Value) => void = () => {}
  const waiting = new Promise<Value>((resolve) => {
    release = resolve
  })
  return { waiting, release }
}

test('eight workers at once submit a hundred and twenty collections once each', async () => {
  const made = await Promise.all(Array.from({ length: 120 }, push))
  const rounds = await Promise.all(Array.from({ length: 8 }, worker))
  while ((await worker()) > 0);
  assert.ok(rounds.filter((claimed) => claimed > 0).length > 1, 'more than one had work to do')
  assert.deepEqual(
    provider.orders.map(({ reference }) => reference).sort(),
    made.map(({ provider_reference: reference }) => String(reference)).sort(),
  )
  assert.deepEqual(provider.questions, [])
})

test('workers ask about a silent collection one at a time', async () => {
  await push()
  await worker()
  clock.pass(60_000)
  await Promise.all(Array.from({ length: 8 }, worker))
  assert.equal(provider.questions.length, 1)
})

test('what a slow worker holds is left alone for as long as its lease, and taken over after it', async () => {
  const { id } = await push()
  const slow = latch<typeof pending>()
  provider.script.collect = () => slow.waiting
  const first = worker()
  while (provider.orders.length === 0) await new Promise(setImmediate)
  clock.pass(leaseMs - 1)
  assert.equal(await worker(), 0)
  clock.pass(1)
  assert.equal(await worker(), 1)
  assert.equal(provider.orders.length, 1, 'whoever takes over asks, and does not send again')
  assert.equal(provider.questions.length, 1)
  slow.release(pending)
  await first
  assert.equal((await rowOf(id))?.lease, 2)
})

test('a worker that was stopped longer than its lease cannot set the time of the one that took over', async () => {
  const { id } = await push()
  await worker()
  clock.pass(60_000)
  const slow = latch<typeof pending>()
  provider.script.lookUp = () => slow.waiting
  const stopped = worker()
  while (provider.questions.length === 0) await new Promise(setImmediate)
  clock.pass(leaseMs)
  provider.script.lookUp = () => pending
  assert.equal(await worker(), 1)
  const taken = await rowOf(id)
  clock.pass(7_000)
  slow.release(pending)
  await stopped
  assert.deepEqual(await rowOf(id), taken)
})

test('a worker that comes back late with the truth is heard, once', async () => {
  const { id } = await push()
  await worker()
  clock.pass(60_000)
  const slow = latch<ReturnType<typeof succeeded>>()
  provider.script.lookUp = () => slow.waiting
  const stopped = worker()
  while (provider.questions.length === 0) await new Promise(setImmediate)
  clock.pass(leaseMs)
  provider.script.lookUp = () => succeeded(150_000n)
  await worker()
  assert.equal((await shop.state(id, shop.liveKey)).status, 'successful')
  slow.release(succeeded(150_000n))
  await stopped
  assert.deepEqual(await shop.events(id), ['collection.success'])
  assert.equal((await rowOf(id))?.due_at, null)
})

test('one collection that cannot be looked after does not hold up the others', async (t) => {
  const [broken, whole] = [await push(), await push()]
  const { sql } = service.world
  // A fault of ours that strikes one row, as a bug in the books of one merchant would.
  await sql.unsafe(`alter table collections add constraint one_is_stuck
    check (id <> '${broken.id}' or status = 'processing') not valid`)
  t.after(() => sql`alter table collections drop constraint one_is_stuck`)
  provider.script.collect = () => succeeded(150_000n)
  await assert.rejects(worker(), 'the fault is told')
  assert.equal((await shop.state(whole.id, shop.liveKey)).status, 'successful')
  assert.equal((await shop.state(broken.id, shop.liveKey)).status, 'processing')
  const due = (await rowOf(broken.id))?.due_at
  assert.ok(due && due > clock.now(), 'it has its next time')
})
