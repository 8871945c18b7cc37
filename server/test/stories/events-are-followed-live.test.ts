import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment, EventType } from '@malipo/contract'
import { announce } from '../../src/webhooks/webhooks.ts'
import { listenTo } from '../events/stream-reader.ts'
import { freePort, runService } from '../run-service.ts'
import { newMerchant, request, type Service, sessionOf, startService, testSecret } from '../service.ts'

const path = '/v1/merchant/events/stream'
let service: Service
let shop: Awaited<ReturnType<typeof newMerchant>>
before(async () => {
  service = await startService({ durable: true })
  shop = await newMerchant(service)
})
after(() => service.stop())

type Told = { type?: EventType; environment?: Environment; merchantId?: string }

/** Stores an event the way the rooms do, and answers with its id. */
async function tell({ type = 'collection.success', environment = 'live', merchantId }: Told = {}) {
  const { sql, clock, newId } = service.world
  const resourceId = newId()
  const about = { type, environment, resourceId, sequence: 1, merchantId: merchantId ?? shop.merchantId }
  await sql.begin((tx) => announce(tx, newId, [{ ...about, at: clock.now(), resource: { id: resourceId } }]))
  const [event] = await sql<{ id: string }[]>`select id from events where resource_id = ${resourceId}`
  return event?.id ?? ''
}

/** On a connection of its own, which hanging up closes. */
async function follow(headers: Record<string, string>, query = '', url = service.url) {
  const asked = get(`${url}${path}${query}`, { headers, agent: false })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  assert.equal(answer.statusCode, 200)
  const heard = listenTo(answer)
  await heard.until(() => heard.comments.includes('listening'), 'to be let in')
  return { headers: answer.headers, hangUp: () => void asked.destroy(), ...heard }
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

test('a key in either header and a person in the dashboard hear each event as it is stored, with its bytes', async () => {
  const cookie = await sessionOf(service, shop.ownerEmail)
  const listeners = await Promise.all([
    follow(bearer(shop.liveKey)),
    follow({ 'x-api-key': shop.liveKey }),
    follow({ cookie }),
  ])
  const id = await tell()
  const [row] = await service.world.sql<{ body: string }[]>`select body from events where id = ${id}`
  for (const listener of listeners) {
    await listener.untilHeard(id)
    assert.deepEqual(listener.events, [{ id, type: 'collection.success', body: row?.body }])
    const { headers } = listener
    assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.ok(headers['x-request-id'])
    listener.hangUp()
  }
})

test('the sandbox hears the sandbox, live hears live, and nobody hears another merchant', async () => {
  const other = await newMerchant(service)
  const live = await follow(bearer(shop.liveKey))
  const sandbox = await follow(bearer(shop.sandboxKey))
  await tell({ merchantId: other.merchantId })
  const [inLive, inSandbox] = [await tell(), await tell({ environment: 'sandbox' })]
  await Promise.all([live.untilHeard(inLive), sandbox.untilHeard(inSandbox)])
  await sleep(300)
  assert.deepEqual([live.ids(), sandbox.ids()], [[inLive], [inSandbox]])
  live.hangUp()
  sandbox.hangUp()
})

test('either spelling of a paid collection asks for both, and other types stay out', async () => {
  const heard = await follow(bearer(shop.liveKey), '?types=collection.success,disbursement.failed')
  const told = [
    await tell(),
    await tell({ type: 'collection.successful' }),
    await tell({ type: 'disbursement.failed' }),
  ]
  await tell({ type: 'collection.failed' })
  const last = await tell()
  await heard.untilHeard(...told, last)
  assert.deepEqual(heard.ids(), [...told, last])
  heard.hangUp()
})

test('with Last-Event-ID a listener goes on where it was cut off', async () => {
  const first = await follow(bearer(shop.liveKey))
  const known = await tell()
  await first.untilHeard(known)
  first.hangUp()
  const missed = [await tell(), await tell({ type: 'disbursement.success' })]
  const again = await follow({ ...bearer(shop.liveKey), 'last-event-id': known })
  const next = await tell()
  await again.untilHeard(...missed, next)
  assert.ok(!again.ids().includes(known))
  assert.deepEqual(again.ids().slice(-3), [...missed, next])
  again.hangUp()
})

test('what cannot be followed is refused in the envelope', async () => {
  const stranger = await newMerchant(service)
  const theirs = await tell({ merchantId: stranger.merchantId })
  const inSandbox = await tell({ environment: 'sandbox' })
  for (const id of [theirs, inSandbox, service.world.newId(), 'yesterday']) {
    const headers = { 'last-event-id': id }
    const { status, body } = await service.call(path, { key: shop.liveKey, headers })
    assert.equal(status, 422)
    assert.deepEqual(body.error.details, [
      { field: 'Last-Event-ID', problem: 'must be the id of an event of yours' },
    ])
  }
  const unknown = await service.call(`${path}?types=collection.lost`, { key: shop.liveKey })
  assert.equal(unknown.status, 422)
  assert.deepEqual((unknown.body.error.details as { field: string }[])[0]?.field, 'types')
  assert.equal((await service.call(path)).status, 401)
  const cookie = await sessionOf(service, shop.ownerEmail)
  const keys = `/v1/merchants/${shop.merchantId}/api-keys`
  const made = await service.call(keys, {
    cookie,
    body: { name: 'Balance only', environment: 'live', scopes: ['balance:read'] },
  })
  const refused = await service.call(path, { key: String(made.body.data.api_key) })
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_scope'])
})

test('the twenty-first stream of a merchant is refused, and hanging up makes room', async () => {
  const many = await newMerchant(service)
  const streams = await Promise.all(Array.from({ length: 20 }, () => follow(bearer(many.liveKey))))
  const refused = await service.call(path, { key: many.sandboxKey })
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limited'])
  assert.equal(refused.headers.get('retry-after'), '10')
  for (const { hangUp } of streams) hangUp()
  for (let round = 0; round < 100; round += 1) {
    const headers = bearer(many.liveKey)
    const answer = await fetch(`${service.url}${path}`, { headers, method: 'HEAD' })
    if (answer.status === 200) return
    await sleep(20)
  }
  assert.fail('there is no room')
})

test('on SIGTERM streams end and the process with them, without waiting for the listeners', async () => {
  const environment = { DATABASE_URL: service.database.url, MALIPO_SECRET: testSecret, DEMO: 'off' }
  const running = await runService({ port: await freePort(), environment })
  const heard = await follow(bearer(shop.liveKey), '', running.url)
  await heard.untilHeard(await tell())
  const startedAtMs = performance.now()
  running.child.kill('SIGTERM')
  await heard.finished
  assert.equal(heard.failure(), undefined, 'an end, not a broken connection')
  assert.deepEqual(await running.exit, { code: 0, signal: null })
  const tookMs = performance.now() - startedAtMs
  assert.ok(tookMs < 15_000, `it took ${tookMs} ms`)
  await assert.rejects(request(`${running.url}${path}`, { key: shop.liveKey }))
})

test('a service that is closed without notice does not wait for its listeners either', async () => {
  const other = await startService()
  const theirs = await newMerchant(other)
  const heard = await follow(bearer(theirs.liveKey), '', other.url)
  const startedAtMs = performance.now()
  await other.stop()
  await heard.finished
  const tookMs = performance.now() - startedAtMs
  assert.ok(tookMs < 15_000, `it took ${tookMs} ms`)
})
