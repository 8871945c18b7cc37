import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventTypes, type operations, type ReplyOf } from '@malipo/contract'
import { Webhook } from 'standardwebhooks'
import { type Service, startService } from '../service.ts'
import { dataOf, openShop, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { type Answering, openReceiver, type Received } from './parts/receiver.ts'

type Checked = ReplyOf<typeof operations.checkWebhook>
type Tested = ReplyOf<typeof operations.testWebhook>
type Event = { type: string; data: { id: string; sequence: number; status: string; test: boolean } }

const path = '/v1/merchant/webhook-config'
const nobodysPort = 'http://127.0.0.1:9/events'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

async function configure(shop: Shop, body: Record<string, unknown>): Promise<void> {
  dataOf(await shop.dashboard(path, 'live', { method: 'PATCH', body }))
}

async function check(shop: Shop, environment: 'live' | 'sandbox' = 'sandbox'): Promise<Checked> {
  const body = { reference: 'ORDER-7' }
  return dataOf(await shop.dashboard(`${path}/check`, environment, { body })) as Checked
}

async function tryOut(shop: Shop, environment: 'live' | 'sandbox', body: object = {}): Promise<Tested> {
  return dataOf(await shop.dashboard(`${path}/test`, environment, { body })) as Tested
}

/** A shop whose sandbox events go to a receiver that answers like this, and what the check says of it. */
async function checkReceiver(answer: (shop: Shop) => Answering, options: { patienceMs?: number } = {}) {
  const shop = await openShop(service)
  const receiver = await openReceiver((received) => answer(shop)(received), options)
  await configure(shop, { sandbox_webhook_url: receiver.url })
  return { shop, receiver, ...(await check(shop)) }
}

function handledOf({ items }: Pick<Checked, 'items'>): Record<string, boolean> {
  return Object.fromEntries(items.map(({ check: name, handled }) => [name, handled]))
}

const all = {
  bad_signature: true,
  duplicate: true,
  out_of_order: true,
  processing_before_successful: true,
  slow: true,
}

function isGenuine({ webhook_secret: secret }: Shop, { headers, body }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

const eventOf = ({ body }: Received) => JSON.parse(body) as Event
const onlyGenuine = (shop: Shop, answer: Answering): Answering => {
  return (received) => (isGenuine(shop, received) ? answer(received) : 401)
}

// Side by side, because each check waits for seconds in the middle of a body.
// Each opens a shop, and all of them at once wait for one another's place in the audit log.
describe('an endpoint is checked before going live', { concurrency: 8 }, () => {
  test('an endpoint that verifies, remembers and orders is ready, and its orders end up right', async () => {
    const seen = new Set<string>()
    const orders = new Map<string, { sequence: number; status: string; counted: number }>()
    const { shop, receiver, ...checked } = await checkReceiver((owner) =>
      onlyGenuine(owner, (received) => {
        const { data } = eventOf(received)
        const id = received.headers['webhook-id'] ?? ''
        const order = orders.get(data.id) ?? { sequence: 0, status: 'new', counted: 0 }
        if (seen.has(id) || data.sequence < order.sequence) return 204
        seen.add(id)
        orders.set(data.id, { ...data, counted: order.counted + 1 })
        return 204
      }),
    )
    assert.deepEqual([checked.ready, checked.url, handledOf(checked)], [true, receiver.url, all])
    const ends = [...orders.values()].map(({ status, counted }) => `${status} ${counted}`)
    assert.deepEqual(ends.sort(), ['reversed 1', 'successful 1', 'successful 1', 'successful 2'])
    assert.match(checked.items[1]?.seen ?? '', /^204 in \d+ ms, then 204 in \d+ ms$/)
    assert.match(checked.items[0]?.seen ?? '', /^401 in \d+ ms$/)
    const slow = checked.items.find(({ check: name }) => name === 'slow')?.attempts[0]
    assert.ok(slow && slow.duration_ms >= 3000 && slow.duration_ms < 14_000, `${slow?.duration_ms}`)
    assert.ok(receiver.received.every(({ body }) => body.includes('"reference":"ORDER-7"')))
    assert.deepEqual(await storedOf(shop), [0, 0])
  })

  /** How many events and deliveries are kept for a shop. */
  async function storedOf({ merchantId }: Shop): Promise<number[]> {
    const [row] = await service.world.sql<{ events: number; deliveries: number }[]>`
    select (select count(*)::int from events where merchant_id = ${merchantId}) as events,
      (select count(*)::int from webhook_deliveries where merchant_id = ${merchantId}) as deliveries`
    return [row?.events ?? -1, row?.deliveries ?? -1]
  }

  test('an endpoint that takes whatever comes is told that it accepts forgeries', async () => {
    const { ready, items, receiver } = await checkReceiver(() => () => 200)
    assert.deepEqual([ready, handledOf({ items })], [false, { ...all, bad_signature: false }])
    assert.match(items[0]?.advice ?? '', /accepted a forged event: verify webhook-signature/)
    assert.equal(receiver.received.length, 8)
  })

  test('an endpoint that fails at what it has seen is told to answer 2xx to repeats', async () => {
    const seen = new Set<string>()
    const { ready, items } = await checkReceiver((shop) =>
      onlyGenuine(shop, ({ headers }) => {
        const id = headers['webhook-id'] ?? ''
        const status = seen.has(id) ? 500 : 200
        seen.add(id)
        return status
      }),
    )
    assert.deepEqual([ready, handledOf({ items })], [false, { ...all, duplicate: false }])
    assert.match(items[1]?.seen ?? '', /^200 in \d+ ms, then 500 in \d+ ms$/)
    assert.match(items[1]?.advice ?? '', /failed at the repeat/)
  })

  test('an endpoint that answers 404 to types it does not know is told to ignore them', async () => {
    const { ready, items } = await checkReceiver((shop) =>
      onlyGenuine(shop, (received) =>
        eventTypes.some((type) => type === eventOf(received).type) ? 200 : 404,
      ),
    )
    assert.deepEqual([ready, handledOf({ items })], [false, { ...all, processing_before_successful: false }])
    assert.match(items[3]?.advice ?? '', /do not know is answered 2xx/)
  })

  test('an endpoint that hangs up on a slow body is told to wait for it', async () => {
    const { ready, items } = await checkReceiver((shop) => onlyGenuine(shop, () => 200), { patienceMs: 1000 })
    assert.deepEqual([ready, handledOf({ items })], [false, { ...all, slow: false }])
    assert.match(items[4]?.advice ?? '', /Wait for the whole body/)
    assert.deepEqual([items[4]?.attempts[0]?.status, items[4]?.attempts[0]?.result], [null, 'unreachable'])
  })

  test('an endpoint that knows another secret refuses everything, and that shows nothing of its signatures', async () => {
    const { ready, items } = await checkReceiver(() => () => 401)
    assert.equal(ready, false)
    assert.deepEqual(new Set(Object.values(handledOf({ items }))), new Set([false]))
    assert.match(items[0]?.advice ?? '', /shows nothing/)
    assert.match(items[1]?.advice ?? '', /whole secret/)
  })

  test('where nobody listens, no row claims to know anything', async () => {
    const shop = await openShop(service)
    await configure(shop, { webhook_url: nobodysPort })
    const { ready, items } = await check(shop)
    assert.equal(ready, false)
    for (const { handled, advice, attempts } of items) {
      assert.deepEqual([handled, attempts.length, attempts[0]?.result], [false, 1, 'unreachable'])
      assert.match(advice, /could not be checked/)
    }
  })

  test('the check goes to the sandbox endpoint, also for a caller in live, in the spelling that was asked for', async () => {
    const shop = await openShop(service)
    const [live, sandbox] = [await openReceiver(() => 200), await openReceiver(() => 200)]
    const success = 'collection.successful'
    await configure(shop, {
      webhook_url: live.url,
      sandbox_webhook_url: sandbox.url,
      success_event_name: success,
    })
    const { url } = await check(shop, 'live')
    assert.deepEqual([url, live.received.length, sandbox.received.length], [sandbox.url, 0, 8])
    assert.ok(sandbox.received.every((received) => eventOf(received).data.test))
    const types = new Set(sandbox.received.map((received) => eventOf(received).type))
    assert.deepEqual([...types].sort(), ['collection.processing', 'collection.reversed', success])
  })

  test('without an address, or with one that is switched off, both say what to do', async () => {
    const shop = await openShop(service)
    const answers = async () => [
      await shop.dashboard(`${path}/check`, 'live', { body: {} }),
      await shop.dashboard(`${path}/test`, 'live', { body: {} }),
      await shop.dashboard(`${path}/test`, 'sandbox', { body: {} }),
    ]
    for (const answer of await answers()) {
      assert.equal(inShort(answer), '409 invalid_state')
      assert.match(answer.body.error.message, /Set webhook_url first/)
    }
    const receiver = await openReceiver(() => 200)
    await configure(shop, { webhook_url: receiver.url })
    await service.world.sql`
    update webhook_endpoints set switched_off_at = ${service.world.clock.now()}, switched_off_because = 'gone'
    where merchant_id = ${shop.merchantId}`
    for (const answer of await answers()) {
      assert.equal(inShort(answer), '409 invalid_state')
      assert.match(answer.body.error.message, /switched off.* to switch it on/)
    }
    assert.equal(receiver.received.length, 0)
    await configure(shop, { webhook_url: receiver.url })
    assert.equal((await tryOut(shop, 'live')).delivered, true)
  })

  for (const type of [undefined, ...eventTypes]) {
    test(`a test of ${type ?? 'nothing in particular'} arrives as it is reported, and the library verifies it`, async () => {
      const shop = await openShop(service)
      const receiver = await openReceiver((received) => (isGenuine(shop, received) ? 204 : 401))
      await configure(shop, { webhook_url: receiver.url })
      const tested = await tryOut(shop, 'live', type === undefined ? {} : { type })
      const [received] = receiver.received
      assert.ok(received)
      assert.deepEqual(
        [tested.delivered, tested.attempt.status, tested.attempt.url],
        [true, 204, receiver.url],
      )
      assert.equal(received.body, tested.body)
      assert.equal(received.headers['webhook-id'], tested.webhook_id)
      assert.equal(received.headers['webhook-timestamp'], tested.webhook_timestamp)
      assert.equal(received.headers['webhook-signature'], tested.webhook_signature)
      assert.equal(received.headers['content-type'], 'application/json')
      const { type: told, data } = eventOf(received)
      assert.deepEqual([told, data.test], [type ?? 'webhook.test', true])
      assert.deepEqual(await storedOf(shop), [0, 0])
    })
  }

  test('the signature covers the reported body, byte for byte', async () => {
    const shop = await openShop(service)
    const receiver = await openReceiver(() => 200)
    await configure(shop, { webhook_url: receiver.url })
    const tested = await tryOut(shop, 'sandbox')
    const headers = {
      'webhook-id': tested.webhook_id,
      'webhook-timestamp': tested.webhook_timestamp,
      'webhook-signature': tested.webhook_signature,
    }
    const library = new Webhook(shop.webhook_secret)
    library.verify(tested.body, headers)
    assert.throws(() => library.verify(`${tested.body} `, headers), /No matching signature/)
  })

  test('after a rotation the old secret and the new one both verify a test', async () => {
    const shop = await openShop(service)
    const receiver = await openReceiver(() => 200)
    await configure(shop, { webhook_url: receiver.url })
    const rotated = await shop.dashboard(path, 'live', { method: 'PATCH', body: { rotate_secret: true } })
    const { webhook_secret: secret } = dataOf(rotated)
    assert.equal((await tryOut(shop, 'live')).delivered, true)
    const [received] = receiver.received
    assert.ok(received)
    assert.ok(isGenuine(shop, received))
    assert.ok(isGenuine({ ...shop, webhook_secret: String(secret) }, received))
    assert.notEqual(secret, shop.webhook_secret)
  })

  test('an endpoint that fails is reported as it answered, and nothing is owed to it', async () => {
    const shop = await openShop(service)
    const receiver = await openReceiver(() => 500)
    await configure(shop, { webhook_url: receiver.url })
    const { delivered, attempt } = await tryOut(shop, 'live', { type: 'disbursement.failed' })
    assert.deepEqual([delivered, attempt.result, attempt.status], [false, 'refused', 500])
    assert.match(attempt.error ?? '', /500/)
    assert.equal(receiver.received.length, 1)
    await configure(shop, { webhook_url: nobodysPort })
    const silent = await tryOut(shop, 'live')
    assert.deepEqual(
      [silent.delivered, silent.attempt.result, silent.attempt.status],
      [false, 'unreachable', null],
    )
    assert.deepEqual(await storedOf(shop), [0, 0])
  })

  test('a type that does not exist is refused before anything is sent', async () => {
    const shop = await openShop(service)
    const receiver = await openReceiver(() => 200)
    await configure(shop, { webhook_url: receiver.url })
    for (const type of ['webhook.test', 'collection.processing', '*']) {
      const answer = await shop.dashboard(`${path}/test`, 'live', { body: { type } })
      assert.equal(inShort(answer), '422 validation_error', type)
    }
    assert.equal(receiver.received.length, 0)
  })
})
