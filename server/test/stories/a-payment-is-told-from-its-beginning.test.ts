import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '@malipo/contract'
import { newMember, type Service, sessionOf, startService } from '../service.ts'
import { hireAdmin } from './money/admin.ts'
import { dataOf, type Fields, openShop, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openReceiver } from './parts/receiver.ts'

type Entry = Fields & { kind: string; title: string; at: string }
type Timeline = { sentence: Fields; entries: Entry[]; truncated: boolean }

let service: Service
let shop: Shop
let admin: Awaited<ReturnType<typeof hireAdmin>>
let answers = 500
const { url } = await openReceiver(() => answers)
before(async () => {
  service = await startService()
  shop = await openShop(service)
  admin = await hireAdmin(service)
  dataOf(
    await shop.dashboard('/v1/merchant/webhook-config', 'sandbox', {
      method: 'PATCH',
      body: { sandbox_webhook_url: url },
    }),
  )
})
after(() => service.stop())

const pathOf = (id: unknown) => `/v1/merchant/collections/${id}/timeline`

async function told(id: unknown, environment: Environment = 'sandbox'): Promise<Timeline> {
  await service.parts.requests.written()
  return dataOf(await shop.dashboard(pathOf(id), environment)) as Timeline
}

async function toldToAdmin(id: unknown, environment: Environment = 'sandbox'): Promise<Timeline> {
  return dataOf(await admin.call(`/v1/admin/collections/${id}/timeline`, environment)) as Timeline
}

/** What is booked and what is announced is of the same moment, in whatever order. */
const kindsIn = ({ entries }: Timeline) => [...new Set(entries.map(({ kind }) => kind))].sort()
const only = ({ entries }: Timeline, kind: string) => entries.filter((entry) => entry.kind === kind)

/** Paid by the simulated customer, and its event refused once by the receiver. */
async function paidPush(): Promise<string> {
  const { id } = await shop.push({ customer_phone: '0700000001', amount: '25000.00' })
  await shop.settled(id, 'successful')
  for (let look = 0; look < 200; look += 1) {
    if (only(await told(id), 'webhook').some(({ result }) => result !== null)) return String(id)
    await sleep(50)
  }
  assert.fail('the event was never attempted')
}

test('a payment is told from the call that made it to the attempt that failed, and can be mended by its ids', async () => {
  const id = await paidPush()
  const timeline = await told(id)
  assert.deepEqual(timeline.sentence, {
    state: 'paid',
    next: 'nothing',
    next_at: null,
    being_checked: false,
  })
  assert.equal(timeline.truncated, false)
  assert.deepEqual(
    timeline.entries.map(({ at }) => at),
    timeline.entries.map(({ at }) => at).sort(),
    'oldest first',
  )
  assert.deepEqual(kindsIn(timeline), ['callback', 'event', 'ledger', 'request', 'state', 'try', 'webhook'])
  assert.equal(timeline.entries[0]?.kind, 'request')
  const [request] = only(timeline, 'request')
  assert.deepEqual(
    [request?.method, request?.path, request?.status],
    ['POST', '/v1/collections/ussd-push', 202],
  )
  assert.match(String(request?.request_id), /^[0-9a-f-]{36}$/)
  assert.deepEqual(
    only(timeline, 'state').map(({ title, from, to, source, by }) => [title, from, to, source, typeof by]),
    [
      ['state.begun', null, 'processing', 'caller', 'string'],
      ['state.changed', 'processing', 'successful', 'callback', 'object'],
    ],
  )
  const [callback] = only(timeline, 'callback')
  assert.deepEqual([callback?.title, callback?.outcome], ['callback.proven', 'applied'])
  assert.equal(callback?.body, undefined)
  const [line] = only(timeline, 'ledger')
  assert.deepEqual(
    [line?.type, line?.direction, line?.amount, line?.balance_after],
    ['collection', 'credit', '25000.00', '25000.00'],
  )
  const [attempt] = only(timeline, 'webhook')
  assert.deepEqual(
    [attempt?.title, attempt?.result, attempt?.status, attempt?.delivery_status],
    ['webhook.attempted', 'refused', 500, 'pending'],
  )
  assert.ok(String(attempt?.next_attempt_at) > String(attempt?.at))
  answers = 200
  const retry = `/v1/merchant/webhook-deliveries/${attempt?.delivery_id}/retry`
  assert.equal(inShort(await shop.dashboard(retry, 'sandbox', { method: 'POST' })), '200')
  for (let look = 0; look < 200 && only(await told(id), 'webhook').length < 2; look += 1) await sleep(50)
  assert.deepEqual(
    only(await told(id), 'webhook').map((one) => [one.status, one.delivery_status, one.next_attempt_at]),
    [
      [500, 'delivered', null],
      [200, 'delivered', null],
    ],
  )
})

test('who may not list a part does not see it, and bytes are for Super Admins', async () => {
  const id = await paidPush()
  const email = 'viewer@told.test'
  await newMember(service, { merchantId: shop.merchantId, email, role: 'viewer' })
  const asViewer = { cookie: await sessionOf(service, email), headers: { 'x-environment': 'sandbox' } }
  const viewed = dataOf(await service.call(pathOf(id), asViewer)) as Timeline
  assert.deepEqual(kindsIn(viewed), ['callback', 'event', 'ledger', 'state', 'try', 'webhook'])
  const byKey = dataOf(await shop.call(pathOf(id))) as Timeline
  assert.equal(only(byKey, 'request').length, 0, 'what keys called is for people to read')
  const created = await shop.dashboard(`/v1/merchants/${shop.merchantId}/api-keys`, 'sandbox', {
    body: { name: 'narrow', environment: 'sandbox', scopes: ['collections:read'] },
  })
  const narrow = dataOf(await shop.call(pathOf(id), { key: String(dataOf(created).api_key) })) as Timeline
  assert.deepEqual(kindsIn(narrow), ['callback', 'state', 'try'])
  const [seen] = only(await toldToAdmin(id), 'callback')
  assert.match(String(seen?.body), /"provider_reference"/)
  assert.ok(!JSON.stringify(await told(id)).includes('provider_reference'))
})

test('a callback that nobody proved is told as such, to those whose payment it names', async () => {
  const { id, provider_reference: reference } = await shop.push({ customer_phone: '0700000005' })
  const { id: another } = await shop.push({ customer_phone: '0700000005' })
  const forged = await shop.tell({ reference: String(reference), secret: 'somebody else' })
  assert.equal(inShort(forged), '401 invalid_signature')
  assert.deepEqual(
    only(await told(id), 'callback').map(({ title, outcome }) => [title, outcome]),
    [['callback.unproven', 'hint']],
  )
  assert.deepEqual(only(await told(another), 'callback'), [])
  const { sentence } = await told(id)
  assert.deepEqual([sentence.state, sentence.next], ['waiting_for_payer', 'provider_is_asked'])
  assert.ok(Date.parse(String(sentence.next_at)) > 0)
})
