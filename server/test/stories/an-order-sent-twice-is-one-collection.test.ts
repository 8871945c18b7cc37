import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Reply, request, type Service, startService } from '../service.ts'
import { countRows, endStory } from './money/books.ts'
import { openSecondDoor } from './money/second-door.ts'
import { balanceOf, dataOf, type Fields, openShop, referenceOf, type Shop, somebody } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let service: Service
let second: Awaited<ReturnType<typeof openSecondDoor>>
let shop: Shop
before(async () => {
  service = await startService()
  second = await openSecondDoor(service)
  shop = await openShop(service)
})
after(async () => {
  await second.close()
  await endStory(service)
})

/** Every creating call, with a body that fits it. */
const orders: [path: string, body: Fields][] = [
  ['', { amount: 10 }],
  ['wallet-push', { amount: 10, phone: somebody, simulate_status: 'successful' }],
  ['provider-pesa', { amount: 10, phone: somebody, simulate_status: 'failed' }],
  ['qr', { amount: 10, simulate_status: 'successful' }],
  ['ussd-push', { amount: '10', customer_phone: somebody }],
  ['stk-push', { amount: '10', customer_phone: somebody }],
  ['provider-pesa-push', { amount: '10', customer_phone: somebody }],
  ['dynamic-qr', { amount: '10' }],
]

const isReplay = ({ headers }: Reply) => headers.get('idempotent-replayed') === 'true'
const idOf = ({ body }: Reply) => String(body.data.collection_id ?? body.data.id)

/** The same order through the second instance. */
function orderThere(path: string, body: Fields, idempotencyKey: string): Promise<Reply> {
  return request(`${second.url}/v1/collections${path === '' ? '' : `/${path}`}`, {
    key: shop.sandboxKey,
    body: { merchant_id: shop.merchantId, ...body },
    headers: { 'idempotency-key': idempotencyKey },
  })
}

function assertOneOfMany(answers: Reply[], status: number): void {
  for (const answer of answers) {
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    assert.deepEqual(answer.body, answers[0]?.body)
  }
  assert.equal(answers.filter((answer) => !isReplay(answer)).length, 1)
}

for (const [path, body] of orders) {
  const name = path === '' ? 'the hosted page' : path
  test(`thirty equal requests at once for ${name} are one collection with equal answers`, async () => {
    const made = await countRows(service.world, 'collections')
    const idempotencyKey = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => shop.order(path, body, { idempotencyKey })),
    )
    assertOneOfMany(answers, path === '' ? 201 : 202)
    assert.equal(await countRows(service.world, 'collections'), made + 1)
  })
}

for (const [path, body] of orders.filter(([path]) => /^(|ussd-push|dynamic-qr)$/.test(path))) {
  const name = path === '' ? 'the hosted page' : path
  test(`thirty equal requests at once through two instances for ${name} are one collection`, async () => {
    const made = await countRows(service.world, 'collections')
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, place) =>
        place % 2 === 0 ? shop.order(path, body, { idempotencyKey: key }) : orderThere(path, body, key),
      ),
    )
    assertOneOfMany(withoutAddress(answers), path === '' ? 201 : 202)
    assert.equal(await countRows(service.world, 'collections'), made + 1)
  })
}

/** The two instances of the test have base addresses of their own; the page is the same. */
function withoutAddress(answers: Reply[]): Reply[] {
  for (const { body } of answers) {
    const { payment_url: url } = body.data
    if (typeof url === 'string') body.data.payment_url = new URL(url).pathname
  }
  return answers
}

test('many different orders at once through two instances are all made, each once', async () => {
  const made = await countRows(service.world, 'collections')
  const keys = Array.from({ length: 60 }, () => randomUUID())
  const body = { amount: '10', customer_phone: somebody }
  const answers = await Promise.all(
    keys.flatMap((idempotencyKey) => [
      shop.order('ussd-push', body, { idempotencyKey }),
      orderThere('ussd-push', body, idempotencyKey),
    ]),
  )
  assert.equal(new Set(answers.map(idOf)).size, 60)
  assert.equal(answers.filter(isReplay).length, 60)
  assert.equal(await countRows(service.world, 'collections'), made + 60)
})

test('the same key with another body or at another endpoint is refused and makes nothing', async () => {
  const idempotencyKey = randomUUID()
  const body = { amount: '10', customer_phone: somebody }
  const first = await shop.order('ussd-push', body, { idempotencyKey })
  const made = await countRows(service.world, 'collections')
  const others: [string, Fields][] = [
    ['ussd-push', { ...body, amount: '11' }],
    ['ussd-push', { ...body, description: 'more' }],
    ['ussd-push', { ...body, amount: '10.00' }],
    ['stk-push', body],
    ['dynamic-qr', { amount: '10' }],
    ['wallet-push', { amount: 10, phone: somebody }],
  ]
  for (const [path, other] of others) {
    const answer = await shop.order(path, other, { idempotencyKey })
    assert.equal(inShort(answer), '422 idempotency_key_reused', JSON.stringify(other))
  }
  const atOnce = await Promise.all(others.map(([path, other]) => shop.order(path, other, { idempotencyKey })))
  for (const answer of atOnce) assert.equal(inShort(answer), '422 idempotency_key_reused')
  const elsewhere = { key: shop.sandboxKey, headers: { 'idempotency-key': idempotencyKey } }
  const customer = await service.call('/v1/customers', { ...elsewhere, body: { name: 'Asha' } })
  assert.equal(inShort(customer), '422 idempotency_key_reused')
  const topUp = await service.call('/v1/sandbox/top-up', { ...elsewhere, body: { amount: '1' } })
  assert.equal(inShort(topUp), '422 idempotency_key_reused')
  assert.equal(await countRows(service.world, 'collections'), made)
  assert.deepEqual((await shop.order('ussd-push', body, { idempotencyKey })).body, first.body)
})

test('a key that made a customer makes no collection', async () => {
  const idempotencyKey = randomUUID()
  await service.call('/v1/customers', {
    key: shop.sandboxKey,
    headers: { 'idempotency-key': idempotencyKey },
    body: { name: 'Asha' },
  })
  const answer = await shop.order('ussd-push', { amount: '1', customer_phone: somebody }, { idempotencyKey })
  assert.equal(inShort(answer), '422 idempotency_key_reused')
})

test('two different orders at once with one key: one is made, the other refused', async () => {
  const idempotencyKey = randomUUID()
  const order = (amount: string) =>
    shop.order('ussd-push', { amount, customer_phone: somebody }, { idempotencyKey })
  const answers = await Promise.all(['1', '2', '1', '2', '1', '2'].map(order))
  assert.equal(answers.filter(({ status }) => status === 202).length, 3)
  assert.equal(answers.filter((one) => inShort(one) === '422 idempotency_key_reused').length, 3)
})

test('a key is its merchant’s and its environment’s own', async () => {
  const other = await openShop(service)
  const idempotencyKey = randomUUID()
  const body = { amount: '10', customer_phone: somebody }
  const answers = await Promise.all([
    shop.order('ussd-push', body, { idempotencyKey }),
    shop.order('ussd-push', body, { idempotencyKey, key: shop.liveKey }),
    other.order('ussd-push', body, { idempotencyKey }),
  ])
  assert.equal(new Set(answers.map(idOf)).size, 3)
  assert.deepEqual(answers.map(isReplay), [false, false, false])
})

test('the dashboard and the key of one merchant share their keys', async () => {
  const idempotencyKey = randomUUID()
  const body = { merchant_id: shop.merchantId, amount: '10', customer_phone: somebody }
  const first = await shop.order('ussd-push', body, { idempotencyKey })
  const again = await shop.dashboard('/v1/collections/ussd-push', 'sandbox', {
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })
  assert.ok(isReplay(again))
  assert.deepEqual(again.body, first.body)
})

test('a replay shows what was answered then, whatever became of it, and acts no second time', async () => {
  const seller = await openShop(service)
  for (const [path, body] of orders.filter(([path]) => path !== '')) {
    const idempotencyKey = randomUUID()
    const first = await seller.order(path, body, { idempotencyKey })
    const id = idOf(first)
    const reference = referenceOf(id)
    if (!('simulate_status' in body)) await seller.tell({ reference })
    await seller.settled(id, body.simulate_status === 'failed' ? 'failed' : 'successful')
    const again = await seller.order(path, body, { idempotencyKey })
    assert.ok(isReplay(again), path)
    assert.equal(again.status, first.status)
    assert.deepEqual(again.body, first.body, path)
    assert.equal(dataOf(again).status, 'processing')
    assert.equal((await seller.events(id)).length, 1)
  }
  assert.deepEqual(await seller.balance(), balanceOf({ available: '60.00' }))
})

test('a replay is answered as before, though the same order would be refused by now', async () => {
  const seller = await openShop(service)
  const [key, body] = [seller.liveKey, { amount: '10', customer_phone: somebody }]
  const idempotencyKey = randomUUID()
  const first = await seller.order('ussd-push', body, { key, idempotencyKey })
  await service.world.sql`update merchants set is_active = false where id = ${seller.merchantId}`
  const again = await seller.order('ussd-push', body, { key, idempotencyKey })
  assert.deepEqual([again.status, isReplay(again), again.body], [202, true, first.body])
  assert.equal(inShort(await seller.order('ussd-push', body, { key })), '403 merchant_inactive')
})

test('a code is the same code whenever it is asked for again', async () => {
  for (const path of ['qr', 'dynamic-qr']) {
    const body = { amount: path === 'qr' ? 10 : '10' }
    const idempotencyKey = randomUUID()
    const first = await shop.collect(path, body, { idempotencyKey })
    const again = await shop.collect(path, body, { idempotencyKey })
    assert.ok(String(first.qr_payload).length > 50)
    assert.equal(again.qr_payload, first.qr_payload)
    const other = await shop.collect(path, body)
    assert.notEqual(other.qr_payload, first.qr_payload)
  }
})

test('without a key, or with one that is no UUID, nothing is made', async () => {
  const made = await countRows(service.world, 'collections')
  for (const [path, body] of orders) {
    const address = `/v1/collections${path === '' ? '' : `/${path}`}`
    const sent = { key: shop.sandboxKey, body: { merchant_id: shop.merchantId, ...body } }
    assert.equal(inShort(await service.call(address, sent)), '400 idempotency_key_required')
    const odd = await shop.order(path, body, { idempotencyKey: 'once' })
    assert.equal(inShort(odd), '400 idempotency_key_invalid')
  }
  assert.equal(await countRows(service.world, 'collections'), made)
})

test('an order that was refused has not used its key', async () => {
  const idempotencyKey = randomUUID()
  const body = { amount: '10', customer_phone: somebody }
  for (const [odd, refusal] of [
    [{ ...body, amount: '0' }, '422 validation_error'],
    [{ ...body, currency: 'USD' }, '422 unsupported_currency'],
    [{ ...body, customer_id: randomUUID() }, '422 validation_error'],
    [{ ...body, payment_link_id: randomUUID() }, '422 validation_error'],
    [{ ...body, reference: 'x' }, '422 validation_error'],
  ] as const) {
    assert.equal(inShort(await shop.order('ussd-push', odd, { idempotencyKey })), refusal)
  }
  const answer = await shop.order('ussd-push', body, { idempotencyKey })
  assert.deepEqual([answer.status, isReplay(answer)], [202, false])
})
