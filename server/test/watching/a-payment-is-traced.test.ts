import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newMerchant, type Service, sessionOf, startService } from '../service.ts'
import { openReceiver } from '../stories/parts/receiver.ts'
import { until } from '../test-clusters.ts'
import { attributesOf, type Collector, openCollector, type Received } from './collector.ts'

const theirTrace = '4bf92f3577b34da6a3ce929d0e0e4736'
const theirSpan = '00f067aa0ba902b7'
const phone = '255712345678'
/** What must never be told: each of them is given to the service somewhere. */
const canaries = [
  '255754111222',
  'Canary Customer',
  'canary-metadata',
  'canary-query',
  'canary@shop.test',
  'canary-token',
]

let service: Service
let collector: Collector
let merchant: Awaited<ReturnType<typeof newMerchant>>
const receiver = await openReceiver(() => 204)
before(async () => {
  collector = await openCollector()
  service = await startService({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key',
      OTEL_SERVICE_NAME: 'malipo-test',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
    },
  })
  merchant = await newMerchant(service)
  const cookie = await sessionOf(service, merchant.ownerEmail)
  const set = await service.call('/v1/merchant/webhook-config', {
    method: 'PATCH',
    cookie,
    body: { webhook_url: `${receiver.url}?token=canary-token` },
  })
  assert.equal(set.status, 200)
})
after(async () => {
  await service.stop()
  await collector.close()
})

const pay = (headers: Record<string, string> = {}, more: Record<string, unknown> = {}) =>
  service.call('/v1/collections/wallet-push', {
    key: merchant.sandboxKey,
    headers: { 'idempotency-key': randomUUID(), ...headers },
    body: {
      merchant_id: merchant.merchantId,
      amount: 1000,
      currency: 'TZS',
      phone,
      simulate_status: 'successful',
      ...more,
    },
  })

async function found(fits: (span: Received) => boolean): Promise<Received> {
  await until(() => collector.spans.some(fits))
  return collector.spans.find(fits) as Received
}

const leadsTo = (one: Received, other: Received) =>
  one.links.some(({ traceId, spanId }) => traceId === other.traceId && spanId === other.spanId)

test('a payment is followed from the request through its batch and the provider to the webhook', async () => {
  const answer = await pay({ traceparent: `00-${theirTrace}-${theirSpan}-01`, 'x-request-id': 'traced-1' })
  assert.equal(answer.status, 202)
  const id = String(answer.body.data.collection_id ?? answer.body.data.id)
  const paymentTrace = id.replaceAll('-', '')

  const request = await found((span) => span.traceId === theirTrace && span.kind === 2)
  assert.equal(request.parentSpanId, theirSpan)
  assert.equal(request.name, 'POST /v1/collections/wallet-push')
  const told = attributesOf(request)
  assert.equal(told['http.response.status_code'], 202)
  assert.equal(told['malipo.request_id'], 'traced-1')
  assert.equal(told['malipo.payment_id'], id)
  assert.ok(BigInt(request.endTimeUnixNano) > BigInt(request.startTimeUnixNano))

  const share = await found((span) => span.traceId === theirTrace && span.name === 'collections.request')
  assert.equal(share.parentSpanId, request.spanId)
  const batch = await found((span) => span.name === 'batch collections.request' && leadsTo(span, share))
  assert.ok(leadsTo(share, batch), 'and back')
  assert.notEqual(batch.traceId, theirTrace)

  const first = await found((span) => span.traceId === paymentTrace && span.name.startsWith('asked for'))
  assert.ok(leadsTo(first, request) && leadsTo(request, first), 'request and payment lead to each other')
  const call = await found((span) => span.traceId === paymentTrace && span.name === 'sandbox collect')
  assert.ok(leadsTo(call, request), 'who asked is known where the same process sends')
  const resolve = await found((span) => span.traceId === paymentTrace && span.name === 'collections.resolve')
  await found((span) => span.name === 'batch collections.resolve' && leadsTo(span, resolve))
  const delivery = await found((span) => span.traceId === paymentTrace && span.name === 'webhook delivery')
  assert.equal(attributesOf(delivery)['malipo.result'], 'delivered')
  await until(() =>
    receiver.received.some(
      ({ headers }) => headers.traceparent === `00-${paymentTrace}-${delivery.spanId}-01`,
    ),
  )
})

test('whoever shares a batch is linked by it', async () => {
  const before = collector.spans.length
  const answers = await Promise.all(Array.from({ length: 12 }, () => pay()))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
  const mine = () => collector.spans.slice(before)
  const batches = () => mine().filter(({ name }) => name === 'batch collections.request')
  await until(() => batches().reduce((sum, { links }) => sum + links.length, 0) >= 12)
  const shares = new Map(mine().map((span) => [span.spanId, span]))
  for (const batch of batches()) {
    assert.equal(attributesOf(batch)['malipo.batch_size'], batch.links.length)
    for (const { spanId } of batch.links) assert.equal(shares.get(spanId)?.name, 'collections.request')
  }
})

test('what says who pays, or is a secret, is in no span', async () => {
  const before = collector.texts.length
  const answer = await pay(
    { 'x-request-id': canaries[0] ?? '', baggage: 'user=canary@shop.test', tracestate: 'x=canary-token' },
    {
      phone: canaries[0],
      customer_name: canaries[1],
      metadata: { word: 'canary-metadata' },
    },
  )
  const isTaken = answer.status === 202
  if (!isTaken) assert.equal((await pay({}, { phone: canaries[0] })).status, 202)
  await service.call(
    `/v1/merchants/${merchant.merchantId}/collections?metadata%5Bword%5D=canary-query&phone=255754111222`,
    {
      key: merchant.sandboxKey,
    },
  )
  await service.call('/pay/canary-token-canary-token-canary-token')
  await service.call('/v1/auth/sign-in/email', {
    body: { email: 'canary@shop.test', password: 'canary-token' },
  })
  await found(({ name }) => name === 'POST /v1/auth/sign-in/email')
  await until(() => collector.spans.filter(({ name }) => name === 'webhook delivery').length >= 14)
  const all = collector.texts.join('\n')
  assert.ok(collector.texts.length > before)
  const secrets = [...canaries, phone, merchant.sandboxKey, receiver.url, 'whsec_', 'malipo.session']
  assert.deepEqual(
    secrets.filter((secret) => all.includes(secret)),
    [],
  )
  assert.ok(
    all.includes('[phone]'),
    'the phone that was given as a request id was hidden, and not left out by chance',
  )
})

test('the collector is told who we are, with the key it asks for', () => {
  assert.equal(collector.headers[0]?.['x-collector-key'], 'a key')
  const resource = attributesOf({ attributes: collector.resources[0] ?? [] })
  assert.equal(resource['service.name'], 'malipo-test')
  assert.equal(resource['deployment.environment'], 'test')
})

test('a caller that keeps nothing is followed, and one that writes nonsense has a new trace', async () => {
  const unkept = 'a'.repeat(32)
  assert.equal((await pay({ traceparent: `00-${unkept}-${theirSpan}-00` })).status, 202)
  const nonsense = await pay({ traceparent: '00-zz-1-01', 'x-request-id': 'nonsense-1' })
  assert.equal(nonsense.status, 202)
  const request = await found((span) => attributesOf(span)['malipo.request_id'] === 'nonsense-1')
  assert.equal(request.parentSpanId, undefined)
  assert.equal(collector.spans.filter(({ traceId }) => traceId === unkept).length, 0)
})

test('a collector that is away costs spans, and nobody who pays', async () => {
  collector.answer(503)
  assert.equal((await pay()).status, 202)
  const dropped = async () => {
    const text = String((await service.call('/metrics')).body)
    return Number(/^malipo_trace_spans_total\{result="dropped"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }
  await until(async () => (await dropped()) > 0)
  collector.answer(200)
  const before = collector.spans.length
  assert.equal((await pay()).status, 202)
  await until(() => collector.spans.length > before)
  assert.ok(service.logLines.some((line) => line.includes('traces could not be sent to the collector')))
})
