import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { hireAdmin } from './money/admin.ts'
import { pendingWithCode } from './money/own-provider.ts'
import { openRoutedStage, ordersOf, type RoutedStage, taken } from './money/routed-stage.ts'
import { dataOf, type Fields, openShop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let stage: RoutedStage
let admin: Awaited<ReturnType<typeof hireAdmin>>
before(async () => {
  stage = await openRoutedStage()
  admin = await hireAdmin(stage.service)
})
after(() => stage.close())
afterEach(async () => {
  for (const name of ['one', 'two', 'three']) await change(name, 'resume')
  await stage.settle()
})

const set = (body: Fields) => admin.call('/v1/admin/provider-routes', 'live', { method: 'PUT', body })
const change = (name: string, how: string, headers = {}) =>
  admin.call(`/v1/admin/providers/${name}/${how}`, 'live', { method: 'POST', body: {}, headers })
const live = () => ({ key: stage.shop.liveKey })
const carrier = async (shop = stage.shop) => (await shop.push({}, { key: shop.liveKey })).provider
async function standing(name: string): Promise<Fields> {
  const { items } = dataOf(await admin.call('/v1/admin/providers')) as { items: Fields[] }
  return items.find((one) => one.name === name) ?? assert.fail(`${name} is not shown`)
}

test('the most specific list counts, and an empty one takes it away', async () => {
  const { shop, service } = stage
  const { merchantId } = shop
  const other = await openShop(service)
  assert.equal(await carrier(), 'one')
  await set({ providers: ['two'] })
  assert.deepEqual([await carrier(), await carrier(other)], ['two', 'two'])
  await set({ method: 'USSD_PUSH', providers: ['three'] })
  assert.equal(await carrier(), 'three')
  await set({ merchant_id: merchantId, providers: ['one'] })
  assert.deepEqual([await carrier(), await carrier(other)], ['one', 'three'])
  await set({ merchant_id: merchantId, method: 'USSD_PUSH', providers: ['two', 'one'] })
  assert.equal(await carrier(), 'two')
  const { items } = dataOf(await admin.call(`/v1/admin/provider-routes?merchant_id=${merchantId}`))
  assert.deepEqual(
    (items as Fields[]).map(({ method, providers, changed_by: by }) => ({ method, providers, by })),
    [
      { method: 'USSD_PUSH', providers: ['two', 'one'], by: admin.adminId },
      { method: null, providers: ['one'], by: admin.adminId },
    ],
  )
  for (const method of ['USSD_PUSH', null])
    for (const merchant of [merchantId, null]) await set({ merchant_id: merchant, method, providers: [] })
  assert.deepEqual(dataOf(await admin.call('/v1/admin/provider-routes')).items, [])
  assert.equal(await carrier(), 'one')
  const { sql } = service.world
  const changes = await sql`select from audit_log where action = 'provider_route.set'`
  assert.equal(changes.length, 8)
})

test('who is not set up, does not carry the method, or is named twice is refused, and nothing changes', async () => {
  const wrong: [Fields, RegExp][] = [
    [{ providers: ['nobody'] }, /nobody is not set up for live payments here; set up are .*simulated/],
    [{ providers: ['sandbox'] }, /sandbox is not set up for live payments here/],
    [{ providers: ['one', 'one'] }, /each once/],
    [{ providers: ['one', 'two', 'three', 'a', 'b', 'c'] }, /at most five/],
    [{ providers: ['one'], method: 'CASH' }, /method/],
    [{ providers: ['one'], merchant_id: randomUUID() }, /must be the id of a merchant/],
  ]
  for (const [body, said] of wrong) {
    const answer = await set(body)
    assert.equal(inShort(answer), '422 validation_error', JSON.stringify(body))
    assert.match(JSON.stringify(answer.body.error.details), said)
  }
  assert.deepEqual(dataOf(await admin.call('/v1/admin/provider-routes')).items, [])
})

test('a drained one gets nothing new, and what it carries goes on', async () => {
  const { one, two, shop } = stage
  await set({ providers: ['one', 'two'] })
  one.script.collect = two.script.collect = () => taken
  const { id } = await shop.push({}, live())
  assert.equal(dataOf(await change('one', 'drain')).state, 'draining')
  assert.equal(await carrier(), 'two')
  await stage.work()
  assert.deepEqual(ordersOf(one, two), [1, 1])
  assert.equal((await shop.read(id, 'live')).provider, 'one')
  assert.equal((await standing('one')).open_collections, 1)
  const { sql } = stage.service.world
  const logged = () => sql`select from audit_log where action = 'provider.draining'`
  assert.equal((await logged()).length, 1)
  await change('one', 'drain')
  assert.equal((await logged()).length, 1, 'who says it again changes nothing')
})

test('a paused one is sent nothing until it is resumed, and nothing fails meanwhile', async () => {
  const { one, shop } = stage
  await set({ providers: ['one'] })
  one.script.collect = () => taken
  const { id } = await shop.push({}, live())
  await change('one', 'pause')
  await stage.later()
  assert.deepEqual([ordersOf(one), (await shop.read(id, 'live')).status], [[0], 'processing'])
  const refused = await shop.order('dynamic-qr', { amount: '1500.00' }, live())
  assert.equal(inShort(refused), '503 unavailable')
  assert.match(refused.body.error.message, /operator has stopped new payments/)
  assert.equal(
    inShort(await shop.order('ussd-push', { amount: '1500.00', customer_phone: '0712345678' }, live())),
    '503 unavailable',
  )
  await change('one', 'resume')
  await stage.work()
  assert.deepEqual(ordersOf(one), [1])
  one.script.collect = pendingWithCode
  assert.equal(inShort(await shop.order('dynamic-qr', { amount: '1500.00' }, live())), '202')
})

test('each is shown with what went wrong lately, masked, and where it does not answer', async () => {
  const { three, shop, service } = stage
  await set({ providers: ['three'] })
  three.script.collect = () => ({ kind: 'unknown', because: 'no route to 255712345678' })
  for (let many = 0; many < 10; many += 1) await shop.push({}, live())
  await stage.work()
  while ((await service.world.sql`select from provider_errors`).length < 10) await new Promise(setImmediate)
  const shown = await standing('three')
  const [error] = shown.last_errors as Fields[]
  assert.deepEqual([error?.call, error?.said], ['collect', 'no route to …678'])
  const [breaker] = shown.breakers as Fields[]
  assert.deepEqual([breaker?.call, breaker?.processes, breaker?.silences], ['collect', 1, 10])
  assert.deepEqual([shown.state, shown.is_default, (await standing('one')).is_default], ['on', false, true])
  assert.deepEqual((await standing('one')).last_errors, [])
  assert.equal(inShort(await change('nobody', 'pause')), '404 not_found')
  assert.equal(inShort(await change('sandbox', 'pause')), '404 not_found')
})

test('a code of a paused one is not asked for again, also if the request is repeated', async () => {
  const { one, shop } = stage
  await set({ providers: ['one'] })
  const key = { ...live(), idempotencyKey: randomUUID() }
  const order = () => shop.order('dynamic-qr', { amount: '1500.00' }, key)
  assert.equal(inShort(await order()), '502 provider_error')
  await change('one', 'pause')
  one.script.collect = pendingWithCode
  assert.deepEqual([inShort(await order()), ordersOf(one)], ['502 provider_error', [1]])
  await change('one', 'resume')
  assert.deepEqual([inShort(await order()), ordersOf(one)], ['202', [2]])
})
