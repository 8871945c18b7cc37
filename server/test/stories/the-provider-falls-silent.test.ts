import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { declined, ownClock, ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { balanceOf, openShop, type Shop } from './money/shop.ts'

const provider = ownProvider()
const clock = ownClock()
let service: Service
let shop: Shop
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  shop = await openShop(service)
})
afterEach(async () => {
  // What one test leaves open must not be chased in the next.
  await service.world.sql`update collections set due_at = 'infinity' where due_at is not null`
  provider.orders.length = 0
  provider.questions.length = 0
  provider.script.collect = undefined
  provider.script.lookUp = undefined
})
after(() => endStory(service))

const dayMs = 24 * 3_600_000

async function push() {
  const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  return { id, reference: String(reference) }
}

const status = async (id: unknown) => (await shop.state(id, shop.liveKey)).status

/** Lets a long time pass as it would for a worker that looks every so often. */
async function passSlowly(ms: number, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    clock.pass(ms / rounds)
    await workOnce(service)
  }
}

/** Silences of every kind: an answer that says nothing, a connection that breaks, a page of HTML. */
const silences: Record<string, () => Promise<never> | { kind: 'unknown'; because: string }> = {
  'says what nobody understands': () => ({ kind: 'unknown', because: 'code 4711' }),
  'breaks the connection': () => Promise.reject(new Error('ECONNRESET')),
  'throws at us': () => {
    throw new Error('<html>502 Bad Gateway</html>')
  },
}

for (const [title, silence] of Object.entries(silences)) {
  test(`a provider that ${title}: the collection stays open for a month, and ends when it speaks`, async () => {
    provider.script.collect = silence
    provider.script.lookUp = silence
    const { id, reference } = await push()
    await passSlowly(30 * dayMs, 60)
    assert.equal(await status(id), 'processing')
    assert.equal((await shop.refresh(id, shop.liveKey)).status, 'processing')
    assert.deepEqual(await shop.events(id), [])
    assert.equal(provider.orders.length, 1, 'what may have arrived is not sent again')
    assert.ok(provider.questions.length > 20)
    provider.script.lookUp = (asked) => (asked === reference ? succeeded(150_000n) : silence())
    await passSlowly(dayMs, 1)
    assert.equal(await status(id), 'successful')
    assert.deepEqual(await shop.events(id), ['collection.success'])
    const { history } = await shop.read(id, 'live')
    assert.equal(history.at(-1)?.source, 'look_up')
    const asked = provider.questions.length
    await passSlowly(30 * dayMs, 10)
    assert.equal(provider.questions.length, asked, 'what is over is not chased')
  })
}

test('a month of silence may also end in failure, and only the provider’s word makes it one', async () => {
  const { id } = await push()
  await passSlowly(30 * dayMs, 50)
  assert.equal(await status(id), 'processing')
  provider.script.lookUp = () => declined
  await passSlowly(dayMs, 1)
  assert.equal(await status(id), 'failed')
})

test('the questions come at growing intervals, up to one a day', async () => {
  const { id } = await push()
  provider.script.lookUp = () => ({ kind: 'pending', providerStatus: 'PENDING' })
  const waits: number[] = []
  for (let round = 0; round < 16; round += 1) {
    await workOnce(service)
    const [row] = await service.world.sql<
      { due_at: Date }[]
    >`select due_at from collections where id = ${String(id)}`
    const wait = Number(row?.due_at) - clock.now().getTime()
    clock.pass(wait - 1)
    assert.equal(await workOnce(service), 0, 'not a millisecond early')
    clock.pass(1)
    waits.push(wait)
  }
  assert.equal(provider.questions.length, 15, 'the first round is the order itself')
  assert.ok((waits[0] ?? 0) <= 60_000, 'a lost callback costs less than a minute')
  assert.deepEqual(
    waits,
    waits.toSorted((one, other) => one - other),
  )
  assert.deepEqual([waits.at(-2), waits.at(-1)], [dayMs, dayMs])
})

test('what the provider never saw is sent once more, under the same reference', async () => {
  provider.script.collect = () => Promise.reject(new Error('ECONNREFUSED'))
  const { id, reference } = await push()
  await workOnce(service)
  assert.equal(provider.orders.length, 1)
  provider.script.collect = () => ({ kind: 'pending', providerStatus: 'PENDING' })
  provider.script.lookUp = () =>
    provider.orders.length < 2 ? { kind: 'never_seen' } : { kind: 'pending', providerStatus: 'PENDING' }
  await passSlowly(10 * 60_000, 60)
  assert.deepEqual(
    provider.orders.map((order) => [order.reference, order.amount, order.method]),
    Array.from({ length: 2 }, () => [reference, 150_000n, 'USSD_PUSH']),
  )
  assert.equal(await status(id), 'processing')
  provider.script.lookUp = () => succeeded(150_000n)
  await passSlowly(dayMs, 1)
  assert.equal(await status(id), 'successful')
})

test('to a provider that does not know repeats nothing is ever sent again', async (t) => {
  const { can } = provider
  t.after(() => {
    provider.can = can
  })
  provider.can = { ...can, knowsRepeats: false }
  provider.script.collect = () => Promise.reject(new Error('ECONNREFUSED'))
  provider.script.lookUp = () => ({ kind: 'never_seen' })
  const { id } = await push()
  await passSlowly(10 * dayMs, 50)
  assert.equal(provider.orders.length, 1)
  assert.equal(await status(id), 'processing')
})

test('an answer that comes with the order itself is taken at its word', async () => {
  provider.script.collect = () => declined
  const { id } = await push()
  await workOnce(service)
  assert.equal(await status(id), 'failed')
  const { history } = await shop.read(id, 'live')
  assert.equal(history.at(-1)?.source, 'reply')
})

test('a callback that overtakes the answer to the order is enough, and the answer changes nothing', async () => {
  let answer: (outcome: typeof declined) => void = () => {}
  provider.script.collect = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  const { id, reference } = await push()
  const before = await shop.balance('live')
  const working = workOnce(service)
  while (provider.orders.length === 0) await new Promise(setImmediate)
  const told = await provider.tell(service, reference, succeeded(150_000n))
  assert.equal(told.body.data.status, 'successful')
  answer({ kind: 'pending', providerStatus: 'PENDING' })
  await working
  assert.equal(await status(id), 'successful')
  assert.deepEqual(await shop.events(id), ['collection.success'])
  const gained = Number((await shop.balance('live')).available) - Number(before.available)
  assert.equal(gained, 1500)
})

test('while live has no provider new collections are refused, and those of an earlier one are asked about', async (t) => {
  const { id } = await push()
  await workOnce(service)
  const closed = await startService({
    clock,
    environment: { ROLE: 'api', LIVE_PROVIDER: 'none' },
    adapters: { own: () => provider },
    database: service.database,
  })
  t.after(() => closed.stop())
  const refused = await closed.call('/v1/collections/ussd-push', {
    body: { merchant_id: shop.merchantId, amount: '10', customer_phone: '0712345678' },
    key: shop.liveKey,
    headers: { 'idempotency-key': randomUUID() },
  })
  assert.equal(`${refused.status} ${refused.body.error.code}`, '502 provider_error')
  provider.script.lookUp = () => succeeded(150_000n)
  clock.pass(dayMs)
  await workOnce(closed)
  assert.equal(await status(id), 'successful')
  assert.equal(provider.orders.length, 1)
})

test('nothing of all this went to a balance that it does not belong to', async () => {
  assert.deepEqual(await shop.balance('sandbox'), balanceOf({}))
})
