import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Clock } from '../../src/primitives/clock.ts'
import { type Reply, type Service, startService } from '../service.ts'
import { openShop, type Shop, somebody } from './money/shop.ts'
import { problemsOf } from './refusals/envelope.ts'

// Half past ten at night in London is another day in Dar es Salaam. Sessions know the real time, so it was not long ago.
const dayMs = 24 * 60 * 60 * 1000
const dayAfter = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
const [yesterday, today, tomorrow] = [dayAfter(-1), dayAfter(0), dayAfter(1)]
const lateAtNight = `${yesterday}T22:30:00Z`
const clock: Clock = { now: () => new Date(lateAtNight) }
let service: Service
let shop: Shop
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' } })
  shop = await openShop(service)
})
after(() => service.stop())

const good = { amount: '1500.00', customer_phone: somebody }

test('null and left out are one request: the second is the first again', async () => {
  const idempotencyKey = randomUUID()
  const nothing = { customer_name: null, merchant_reference: null, currency: null, invoice_id: null }
  const first = await shop.order('ussd-push', { ...good, ...nothing }, { idempotencyKey })
  assert.equal(first.status, 202, JSON.stringify(first.body))
  assert.equal(first.body.data.currency, 'TZS')
  const second = await shop.order('ussd-push', good, { idempotencyKey })
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(second.body.data.id, first.body.data.id)
  const other = await shop.order('ussd-push', { ...good, customer_name: 'Asha' }, { idempotencyKey })
  assert.equal(other.body.error.code, 'idempotency_key_reused')
})

test('null where a value is required is no value', async () => {
  const refused = await shop.order('ussd-push', { ...good, amount: null })
  assert.deepEqual(Object.keys(problemsOf(refused)), ['amount'])
})

test('a field that has no business there is refused, null or not', async () => {
  assert.deepEqual(Object.keys(problemsOf(await shop.order('ussd-push', { ...good, colour: null }))), [
    'colour',
  ])
})

async function post(
  path: string,
  headers: Record<string, string>,
  body: string | ReadableStream,
): Promise<Response> {
  return await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.sandboxKey}`, ...headers },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit)
}

const nothingInPieces = () => new ReadableStream({ start: (controller) => controller.close() })

test('an empty body is no body, whatever it is called', async () => {
  const { id } = await shop.push()
  const path = `/v1/collections/${id}/refresh-status`
  for (const type of [
    'text/plain',
    'application/json',
    'application/x-www-form-urlencoded',
    'nonsense',
    '*/*',
  ]) {
    for (const body of ['', nothingInPieces()]) {
      const answer = await post(path, { 'content-type': type }, body)
      assert.equal(answer.status, 200, `${type}: ${await answer.text()}`)
    }
    const full = await post(path, { 'content-type': type }, '{')
    assert.equal(full.status, type === 'application/json' ? 400 : 415, type)
  }
})

test('a field of a sibling is told whose it is, and not likened to another', async () => {
  const problem = async (path: string, field: string) =>
    problemsOf(await shop.order(path, { ...good, [field]: 'failed' }))[field]
  assert.match(
    (await problem('ussd-push', 'simulate_status')) ?? '',
    /^is not a known field here, it belongs to POST \/v1\/collections\/wallet-push; known here are merchant_id, /,
  )
  assert.match(
    (await problem('dynamic-qr', 'redirect_url')) ?? '',
    /^is not a known field here, it belongs to POST \/v1\/collections; known here are merchant_id, /,
  )
  assert.match(
    (await problem('ussd-push', 'reference')) ?? '',
    /belongs to POST .*did you mean merchant_reference\?$/,
  )
})

test('an amount with leading zeroes is refused in words, as text and as a number', async () => {
  const asText = await shop.order('ussd-push', { ...good, amount: '0150.00' })
  assert.match(problemsOf(asText).amount ?? '', /without leading zeroes/)
  const asNumber = await shop.call('/v1/collections/wallet-push', {
    raw: `{"merchant_id":"${shop.merchantId}","phone":"${somebody}","amount":0150}`,
    headers: { 'idempotency-key': randomUUID() },
  })
  assert.deepEqual([asNumber.status, asNumber.body.error.code], [400, 'invalid_json'])
  assert.match(asNumber.body.error.message, /the number at position \d+ begins with a zero; write it without/)
})

test('a day is a whole day in Dar es Salaam, the last one included', async () => {
  const { id } = await shop.push()
  const at = `/v1/merchants/${shop.merchantId}`
  const lists = [`${at}/collections`, `${at}/transactions`, '/v1/merchant/withdrawals', '/v1/merchant/events']
  const ids = ({ body }: Reply) => (body.data.items as { id: string }[]).map((item) => item.id)
  const has = async (query: string) =>
    ids(await shop.dashboard(`${at}/collections?${query}`)).includes(String(id))
  assert.deepEqual(
    await Promise.all(
      [
        ...[`from=${today}&to=${today}`, `from=${today}`, `to=${today}`, `from=${lateAtNight}`],
        ...[`to=${yesterday}`, `from=${tomorrow}`, `to=${lateAtNight}`],
      ].map(has),
    ),
    [true, true, true, true, false, false, false],
  )
  for (const path of lists) {
    assert.equal((await shop.dashboard(`${path}?from=${today}&to=${today}`)).status, 200, path)
    const refused = await shop.dashboard(`${path}?from=2026-02-30&to=16.11.2026`)
    assert.deepEqual(Object.keys(problemsOf(refused)).sort(), ['from', 'to'], path)
  }
})
