import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import type { CollectionRow } from '../../src/collections/collections.ts'
import type { FailureReason, Outcome } from '../../src/providers/providers.ts'
import { until } from '../test-clusters.ts'
import { hireAdmin } from './money/admin.ts'
import { declined, lookAgain, type OwnProvider, pendingWithCode, succeeded } from './money/own-provider.ts'
import { openPage } from './money/page.ts'
import { openRoutedStage, ordersOf, type RoutedStage, refusal, taken } from './money/routed-stage.ts'
import { dataOf, type Fields, referenceOf } from './money/shop.ts'

let stage: RoutedStage
before(async () => {
  stage = await openRoutedStage()
  await stage.route(['one', 'two', 'three'])
})
after(() => stage.close())
afterEach(() => stage.settle())

const live = () => ({ key: stage.shop.liveKey })
const lastOf = ({ orders }: OwnProvider) => orders.at(-1)?.reference ?? ''
async function pushed(body: Fields = {}): Promise<string> {
  const { id } = await stage.shop.push(body, live())
  await stage.work()
  return String(id)
}
const shown = (id: string) => stage.shop.read(id, 'live')
const status = async (id: string) => (await shown(id)).status

test('the next of the list carries it once, under a reference of its own, and nobody hears of it before the end', async () => {
  const { one, two, three, shop } = stage
  one.script.collect = () => refusal()
  two.script.collect = () => taken
  const id = await pushed()
  assert.deepEqual(ordersOf(one, two, three), [1, 0, 0])
  const between = await shown(id)
  assert.deepEqual([between.status, between.provider, between.failure_code], ['processing', 'two', null])
  assert.deepEqual(await shop.events(id), [])
  await stage.work()
  assert.deepEqual(ordersOf(one, two, three), [1, 1, 0])
  assert.equal(between.provider_reference, lastOf(two))
  assert.notEqual(lastOf(two), referenceOf(id))
  await two.tell(stage.service, lastOf(two), succeeded(150_000n))
  const paid = await shown(id)
  assert.deepEqual([paid.status, paid.provider], ['successful', 'two'])
  assert.deepEqual(
    paid.history.map(({ to, source }) => `${to} by ${source}`),
    ['processing by caller', 'processing by reply', 'successful by callback'],
  )
  assert.deepEqual(await shop.events(id), ['collection.success'])
  await stage.later()
  assert.deepEqual(ordersOf(one, two, three), [1, 1, 0])
})

test('each of the list is asked once, and the last refusal is the one that is told', async () => {
  const { one, two, three, shop } = stage
  one.script.collect = () => refusal()
  two.script.collect = () => refusal('limit')
  three.script.collect = () => refusal('invalid_number')
  const id = await pushed()
  for (let round = 0; round < 4; round += 1) await stage.work()
  const { status, failure_code: code } = await shown(id)
  assert.deepEqual([status, code], ['failed', 'invalid_number'])
  assert.deepEqual(ordersOf(one, two, three), [1, 1, 1])
  assert.deepEqual(await shop.events(id), ['collection.failed'])
})

test('a refusal in signs that no database keeps is one all the same', async () => {
  const { one, two } = stage
  one.script.collect = () => ({ ...refusal(), providerMessage: 'not \0 with us \ud83d' }) as Outcome
  two.script.collect = () => taken
  const { provider, history } = await shown(await pushed())
  assert.deepEqual([provider, history.length], ['two', 2])
})

test('what is about the payer ends it, because the next one would only repeat it', async () => {
  const { one, two } = stage
  const reasons: FailureReason[] = ['declined', 'insufficient_funds', 'wrong_pin', 'expired', 'cancelled']
  for (const reason of reasons) {
    one.script.collect = () => refusal(reason)
    assert.deepEqual([await status(await pushed()), ordersOf(two)], ['failed', [0]], reason)
  }
})

test('an answer that never came, or came later, is no refusal of the order', async () => {
  const { one, two } = stage
  const silent = await pushed()
  one.script.lookUp = () => refusal()
  await stage.later()
  assert.equal(await status(silent), 'failed')
  one.script.collect = () => taken
  const begun = await pushed()
  await one.tell(stage.service, referenceOf(begun), refusal())
  assert.equal(await status(begun), 'failed')
  // Of one that was sent again nobody knows what became of the first.
  one.script.collect = undefined
  one.script.lookUp = () => ({ kind: 'never_seen' })
  const again = await pushed()
  one.script.collect = () => refusal()
  await stage.later()
  assert.equal(await status(again), 'failed')
  one.script.collect = one.script.lookUp = undefined
  const unknown = await pushed()
  for (let round = 0; round < 3; round += 1) await stage.later()
  assert.deepEqual([await status(unknown), ordersOf(two)], ['processing', [0]])
})

test('a late success of the refused one pays, and the other is cancelled; if that is paid too, a person hears of it', async () => {
  const { one, two } = stage
  one.script.collect = () => refusal()
  two.script.collect = () => taken
  const id = await pushed()
  await stage.work()
  await one.tell(stage.service, referenceOf(id), declined)
  assert.equal(await status(id), 'processing', 'what is said of the first is not said of the second')
  await one.tell(stage.service, referenceOf(id), succeeded(150_000n))
  const paid = await shown(id)
  assert.deepEqual(
    [paid.status, paid.provider, paid.provider_reference],
    ['successful', 'one', referenceOf(id)],
  )
  const reference = lastOf(two)
  await lookAgain(stage.service.parts)
  const [tried] = await stage.service.world.sql`
    select state from collection_tries where provider_reference = ${reference}`
  assert.equal(tried?.state, 'cancelled')
  await two.tell(stage.service, reference, succeeded(150_000n))
  const admin = await hireAdmin(stage.service)
  const [found] = await admin.discrepancies(id)
  assert.deepEqual([found?.kind, found?.reference], ['another_try_paid', reference])
})

test('a refresh that asked about the first one says nothing of the second', async () => {
  const { one, two, shop } = stage
  const { promise, resolve } = Promise.withResolvers<void>()
  one.script.lookUp = async () => {
    await promise
    return refusal()
  }
  one.script.collect = () => refusal()
  two.script.collect = () => taken
  const { id } = await shop.push({}, live())
  const refreshed = shop.refresh(id, shop.liveKey)
  while (one.questions.length === 0) await new Promise(setImmediate)
  await stage.work()
  resolve()
  assert.equal((await refreshed).status, 'processing')
  await stage.work()
})

test('a code is that of whoever takes the order, in the same answer', async () => {
  const { one, two, shop } = stage
  one.script.collect = () => refusal()
  two.script.collect = pendingWithCode
  const order = { amount: '1500.00' }
  const key = { ...live(), idempotencyKey: randomUUID() }
  const made = await shop.collect('dynamic-qr', order, key)
  assert.deepEqual([made.qr_payload, made.provider], [`code of ${lastOf(two)}`, 'two'])
  assert.equal((await shop.collect('dynamic-qr', order, key)).qr_payload, made.qr_payload)
  assert.deepEqual(ordersOf(one, two), [1, 1])
})

test('what somebody else was given a code for is ordered nowhere else, whatever the first answer was', async () => {
  const { one, two, shop, service } = stage
  const { resolve: answer, promise } = Promise.withResolvers<Outcome>()
  one.script.collect = () => promise
  two.script.collect = pendingWithCode
  const made = shop.order('dynamic-qr', { amount: '1500.00' }, live())
  while (one.orders.length === 0) await new Promise(setImmediate)
  const [asked] = one.orders
  if (!asked) return assert.fail()
  const [row] = await service.world.sql<CollectionRow[]>`
    select * from collections where provider_reference = ${asked.reference}`
  if (!row) return assert.fail()
  // As a process would that was asked the same again, and has the code already.
  const word = pendingWithCode(asked)
  await service.parts.resolve({ collectionId: row.id, tryId: row.id, source: 'reply', word }, row)
  answer(refusal())
  await made
  await stage.work()
  assert.deepEqual([(await shown(row.id)).provider, ordersOf(one, two)], ['one', [1, 0]])
})

test('who dies between the refusal and the next order leaves one of the two, and it is carried once at most', async () => {
  const { one, two, service, shop } = stage
  one.script.collect = () => refusal()
  one.script.lookUp = () => ({ kind: 'never_seen' })
  two.script.collect = ({ amount }) => succeeded(amount)
  const ends: unknown[] = []
  for (const point of ['collection.resolving', 'collection.resolved'] as const) {
    service.world.crashPoint = (reached) => {
      if (reached === point) throw new Error(`dies at ${point}`)
    }
    const { id } = await shop.push({}, live())
    await assert.rejects(stage.work())
    delete service.world.crashPoint
    for (let round = 0; round < 3; round += 1) await stage.later()
    ends.push(await status(String(id)))
  }
  // Before the commit nobody knows that it was refused, and it was perhaps sent twice; after it the next one is due.
  assert.deepEqual(
    [ends, ordersOf(one, two)],
    [
      ['failed', 'successful'],
      [3, 1],
    ],
  )
})

test('where nobody listens, or nobody answers, it is asked about there, and carried by nobody else', async () => {
  const { one, two } = stage
  two.script.collect = ({ amount }) => succeeded(amount)
  const dead = await fetch('http://127.0.0.1:1/').catch((error: Error) => error)
  assert.ok(dead instanceof Error)
  one.script.collect = () => Promise.reject(dead)
  const down = await pushed()
  const call = Promise.withResolvers<Outcome>()
  one.script.collect = () => call.promise
  const { id: hanging } = await stage.shop.push({}, live())
  const working = stage.work()
  while (one.orders.length < 2) await new Promise(setImmediate)
  assert.equal(await status(String(hanging)), 'processing')
  call.resolve({ kind: 'unknown', because: 'it hung' })
  await working
  one.script.lookUp = () => succeeded(150_000n)
  await stage.later()
  assert.deepEqual([await status(down), await status(String(hanging))], ['successful', 'successful'])
  assert.deepEqual(ordersOf(one, two), [2, 0])
})

test('on a page nobody chooses again; who does begins with the first of the list', async () => {
  const { one, two, service, shop } = stage
  one.script.collect = () => refusal()
  two.script.collect = () => taken
  const page = await openPage(service, shop)
  await page.begin()
  await stage.work()
  assert.deepEqual(await page.states(), ['failed', 'open'])
  await stage.work()
  await two.tell(service, lastOf(two), declined)
  assert.deepEqual(await page.states(), ['failed', 'failed'])
  one.script.collect = () => taken
  await page.begin()
  await stage.work()
  assert.deepEqual(
    [ordersOf(one, two), await page.states()],
    [
      [2, 1],
      ['failed', 'failed', 'open'],
    ],
  )
  await one.tell(service, lastOf(one), succeeded(150_000n))
  assert.equal((await page.read()).collection.status, 'successful')
})

test('who does not answer is left alone by new ones at once, and tried by one of them when its rest is over', async () => {
  const { one, two, shop, clock } = stage
  two.script.collect = () => taken
  const asked: unknown[] = []
  for (let many = 0; many < 10; many += 1) asked.push((await shop.push({}, live())).id)
  await stage.work()
  assert.deepEqual(ordersOf(one, two), [10, 0])
  const { provider } = await shop.push({}, live())
  assert.equal(provider, 'two')
  const code = await shop.order('dynamic-qr', { amount: '1500.00' }, live())
  assert.equal(code.body.error?.code, 'provider_error', 'it gave no code, and was asked')
  assert.equal(two.orders.at(-1)?.method, 'DYNAMIC_QR')
  // Told to other processes too.
  const told = await stage.service.world
    .sql`select provider, call from provider_breakers where call = 'collect'`
  assert.deepEqual([...told], [{ provider: 'one', call: 'collect' }])
  clock.pass(6_000)
  one.script.collect = () => taken
  const [trial, other] = [await shop.push({}, live()), await shop.push({}, live())]
  assert.deepEqual([trial.provider, other.provider], ['one', 'two'])
  await stage.work()
  assert.equal((await shop.push({}, live())).provider, 'one')
  for (const id of asked)
    assert.equal(dataOf(await shop.call(`/v1/collections/${id}`, live())).status, 'processing')
})

test('what a process that is gone has told of one is forgotten when that one answers, for all processes', async () => {
  const { one, two, shop, service, clock } = stage
  const { sql, newId } = service.world
  one.script.collect = two.script.collect = () => taken
  clock.pass(1_000)
  const now = clock.now()
  await sql`
    insert into provider_breakers (process, provider, environment, call, silences, opened_at, try_at)
    values (${newId()}, 'one', 'live', 'collect', 10, ${now}, ${now})`
  await service.parts.registry.renew()
  clock.pass(1_000)
  const [trial, other] = [await shop.push({}, live()), await shop.push({}, live())]
  assert.deepEqual([trial.provider, other.provider], ['one', 'two'])
  await stage.work()
  assert.equal((await shop.push({}, live())).provider, 'one')
  await until(async () => (await sql`select from provider_breakers where call = 'collect'`).length === 0)
})
