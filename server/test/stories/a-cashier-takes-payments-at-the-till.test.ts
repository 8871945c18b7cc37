import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Outcome } from '../../src/providers/providers.ts'
import {
  newMember,
  newMerchant,
  type Reply,
  type Sent,
  type Service,
  sessionOf,
  startService,
} from '../service.ts'
import { inShort } from './parts/newcomers.ts'

/** Noon in Dar es Salaam, of a day that tests move on from. */
let nowMs = Date.parse(`${new Date(Date.now()).toISOString().slice(0, 10)}T09:00:00Z`)
const clock = { now: () => new Date(nowMs) }
const [minute, day] = [60_000, 24 * 3_600_000]

let service: Service
let shop: Awaited<ReturnType<typeof newMerchant>>
before(async () => {
  // Without workers: customers answer when the test says so.
  service = await startService({ clock, environment: { ROLE: 'api' } })
  shop = await newMerchant(service, { isVerified: true })
})
after(() => service.stop())

type Person = { cookie: string; userId: string; email: string }
let people = 0

async function hire(role: 'cashier' | 'viewer' | 'finance', merchantId = shop.merchantId): Promise<Person> {
  people += 1
  const email = `${role}${people}@till.test`
  const { user_id: userId } = await newMember(service, { merchantId, email, role })
  return { cookie: await sessionOf(service, email), userId, email }
}

const atTill = ({ cookie }: Person): Sent => ({ cookie, headers: { 'x-merchant-id': shop.merchantId } })

function push(person: Person, amount: string, key: string = randomUUID(), reference?: string) {
  return service.call('/v1/collections/ussd-push', {
    cookie: person.cookie,
    headers: { 'idempotency-key': key },
    body: {
      merchant_id: shop.merchantId,
      amount,
      customer_phone: '0712345678',
      ...(reference && { merchant_reference: reference }),
    },
  })
}

const idOf = ({ body }: Reply) => String(body.data?.id ?? assert.fail(JSON.stringify(body)))

async function hear(collectionId: string, word: Outcome): Promise<void> {
  const owner = { merchant_id: shop.merchantId, environment: 'live' } as const
  await service.parts.resolve({ collectionId, source: 'callback', word }, owner)
}
const paid: Outcome = { kind: 'succeeded', providerStatus: 'COMPLETED' }
const declined: Outcome = {
  kind: 'failed',
  providerStatus: 'FAILED',
  reason: 'declined',
  providerMessage: 'no',
}

type Sum = { count: number; amount: string }
type Till = {
  day: string
  user_id: string
  totals: ({ currency: string } & Record<string, Sum>)[]
  payments: { id: string; standing: string; amount: string; receipt_url: string | null }[]
}

async function tillOf(person: Person, query = ''): Promise<Till> {
  const answer = await service.call(`/v1/merchant/till${query}`, atTill(person))
  assert.equal(inShort(answer), '200', JSON.stringify(answer.body))
  return answer.body.data as Till
}

const standings = ({ payments }: Till) => payments.map(({ id, standing }) => [id, standing])

test('three customers: one pays, one declines, of one nobody knows; the till tells them apart and adds them up', async () => {
  const asha = await hire('cashier')
  const empty = await tillOf(asha)
  assert.deepEqual([empty.payments, empty.totals[0]?.paid], [[], { count: 0, amount: '0.00' }])

  const [first, second, third] = [
    idOf(await push(asha, '2500')),
    idOf(await push(asha, '1000.50')),
    idOf(await push(asha, '700')),
  ]
  assert.deepEqual(
    (await tillOf(asha)).payments.map(({ standing }) => standing),
    ['waiting', 'waiting', 'waiting'],
  )
  await hear(first, paid)
  await hear(second, declined)
  nowMs += 2 * minute
  const till = await tillOf(asha)
  assert.deepEqual(standings(till), [
    [third, 'no_answer'],
    [second, 'failed'],
    [first, 'paid'],
  ])
  const none = { count: 0, amount: '0.00' }
  assert.deepEqual(till.totals, [
    {
      currency: 'TZS',
      waiting: none,
      no_answer: { count: 1, amount: '700.00' },
      paid: { count: 1, amount: '2500.00' },
      held: none,
      failed: { count: 1, amount: '1000.50' },
      returned: none,
    },
  ])
  const receipt = till.payments[2]?.receipt_url ?? assert.fail('no receipt')
  const path = new URL(receipt).pathname
  const pdf = await service.call(`${path}/receipt.pdf`)
  assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf'])
})

test('a cashier reads and refreshes their own of today, and of everything else there is nothing', async () => {
  const [asha, juma] = [await hire('cashier'), await hire('cashier')]
  const own = idOf(await push(asha, '100'))
  for (const path of [`/v1/collections/${own}`, `/v1/collections/${own}/refresh-status`]) {
    const method = path.endsWith('status') ? 'POST' : 'GET'
    assert.equal(inShort(await service.call(path, { ...atTill(asha), method })), '200')
    assert.equal(inShort(await service.call(path, { ...atTill(juma), method })), '404 not_found')
  }
  const byKey = await service.call('/v1/collections/dynamic-qr', {
    key: shop.liveKey,
    headers: { 'idempotency-key': randomUUID() },
    body: { merchant_id: shop.merchantId, amount: '100' },
  })
  assert.equal(inShort(await service.call(`/v1/collections/${idOf(byKey)}`, atTill(asha))), '404 not_found')
  assert.deepEqual((await tillOf(juma)).payments, [])

  nowMs += day
  assert.equal(inShort(await service.call(`/v1/collections/${own}`, atTill(asha))), '404 not_found')
  assert.deepEqual((await tillOf(asha)).payments, [])
})

test('an owner and finance people look at the till of a cashier, and nobody else does', async () => {
  const [asha, juma, finance, viewer] = [
    await hire('cashier'),
    await hire('cashier'),
    await hire('finance'),
    await hire('viewer'),
  ]
  const owner = { ...asha, cookie: await sessionOf(service, shop.ownerEmail) }
  const id = idOf(await push(asha, '300'))
  const query = `?user_id=${asha.userId}`
  for (const person of [owner, finance])
    assert.deepEqual(standings(await tillOf(person, query)), [[id, 'waiting']])
  for (const person of [juma, viewer])
    assert.equal(inShort(await service.call(`/v1/merchant/till${query}`, atTill(person))), '403 forbidden')
  const stranger = await hire('cashier', (await newMerchant(service)).merchantId)
  const elsewhere = await service.call(`/v1/merchant/till?user_id=${stranger.userId}`, atTill(owner))
  assert.equal(inShort(elsewhere), '404 not_found')

  const { body } = await service.call(`/v1/merchants/${shop.merchantId}/members?page_size=100`, owner)
  const member = (body.data.items as { id: string; user_id: string }[]).find(
    ({ user_id: userId }) => userId === asha.userId,
  )
  const path = `/v1/merchants/${shop.merchantId}/members/${member?.id}`
  assert.equal(inShort(await service.call(path, { method: 'DELETE', cookie: owner.cookie })), '200')
  for (const gone of ['/v1/merchant/till', `/v1/collections/${id}`])
    assert.equal(inShort(await service.call(gone, atTill(asha))), '403 merchant_mismatch', 'keeps nothing')
  assert.equal(inShort(await push(asha, '300')), '403 merchant_mismatch')
  assert.deepEqual(standings(await tillOf(owner, query)), [[id, 'waiting']], 'what they took stays theirs')
})

test('a till that lost the line sends the same request again, and the customer is charged once', async () => {
  const asha = await hire('cashier')
  const [key, reference] = [randomUUID(), `basket-${randomUUID()}`]
  const cut = new AbortController()
  const lost = fetch(`${service.url}/v1/collections/ussd-push`, {
    method: 'POST',
    signal: cut.signal,
    headers: { 'content-type': 'application/json', 'idempotency-key': key, cookie: asha.cookie },
    body: JSON.stringify({
      merchant_id: shop.merchantId,
      amount: '900',
      customer_phone: '0712345678',
      merchant_reference: reference,
    }),
  })
  setImmediate(() => cut.abort())
  await lost.then(
    () => {},
    () => {},
  )
  const again = await push(asha, '900', key, reference)
  assert.equal(inShort(again), '202')
  await hear(idOf(again), paid)
  nowMs += 10 * minute
  const later = await push(asha, '900', key, reference)
  assert.deepEqual([idOf(later), later.headers.get('idempotent-replayed')], [idOf(again), 'true'])
  const till = await tillOf(asha, `?reference=${reference}`)
  assert.deepEqual(standings(till), [[idOf(again), 'paid']])
  assert.equal((await tillOf(asha)).payments.length, 1)
  assert.equal(inShort(await push(asha, '901', key, reference)), '422 idempotency_key_reused')
})
