import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { closedEndpoint } from '../../permissions/events.ts'
import { traces } from '../../permissions/traces.ts'
import { newMember, newMerchant, type Reply, type Sent, sessionOf } from '../../service.ts'
import { assertRefused, problemsOf } from './envelope.ts'
import type { Provocations, Stage } from './stage.ts'

const config = '/v1/merchant/webhook-config'
const from = '2026-01-01T00:00:00Z'
const nobodysId = '01a1ddad-6fc2-71b0-8b84-a46c538f11ec'

/** A shop of the test's own, with the address that it is given, or none. */
type Shop = { merchantId: string; liveKey: string; call(path: string, sent?: Sent): Promise<Reply> }

async function openShop({ service }: Stage, address: string | null = null): Promise<Shop> {
  const { merchantId, liveKey, ownerEmail } = await newMerchant(service)
  const cookie = await sessionOf(service, ownerEmail)
  const call: Shop['call'] = (path, sent) => service.call(path, { cookie, ...sent })
  const named = await call(config, { method: 'PATCH', body: { webhook_url: address } })
  assert.equal(named.status, 200)
  return { merchantId, liveKey, call }
}

async function withoutTrace({ service }: Stage, work: () => Promise<void>): Promise<void> {
  const before = await traces(service)
  await work()
  assert.deepEqual(await traces(service), before)
}

/** What asks for a letter, by its path. */
const sendings: Record<string, Record<string, unknown>> = {
  [`${config}/test`]: {},
  [`${config}/check`]: {},
  '/v1/merchant/events/replay': { from },
}

/** What is not sent, not found and not followed. Needs a stage without chores, where nothing moves by itself. */
export const refusalsOfEvents: Provocations = {
  async 'nothing is sent where there is no address, or where it is switched off, and it is told what to do'(
    stage,
  ) {
    const [nowhere, off] = [await openShop(stage), await openShop(stage, closedEndpoint)]
    await stage.service.world.sql`
      update webhook_endpoints set switched_off_at = '2026-01-01', switched_off_because = 'gone'
      where merchant_id = ${off.merchantId}`
    await withoutTrace(stage, async () => {
      for (const shop of [nowhere, off]) {
        for (const [path, body] of Object.entries(sendings)) {
          const { message } = assertRefused(await shop.call(path, { body }), '409 invalid_state')
          assert.match(message, /Set webhook_url first/, path)
        }
      }
    })
  },

  async 'what is malformed is told before there being nowhere to send it'(stage) {
    const nowhere = await openShop(stage)
    await withoutTrace(stage, async () => {
      for (const path of Object.keys(sendings)) {
        const answer = await nowhere.call(path, { body: { ...sendings[path], colour: 'blue' } })
        assert.deepEqual(Object.keys(problemsOf(answer)), ['colour'], path)
      }
    })
  },

  async 'an id that is unknown or none at all is not found, to read and to try again'(stage) {
    const shop = await openShop(stage, closedEndpoint)
    await withoutTrace(stage, async () => {
      for (const id of [nobodysId, 'no-id', '%00', 'a'.repeat(500), "1' or '1'='1", '%F0%9F%98%80']) {
        for (const path of [`/v1/merchant/events/${id}`, `/v1/merchant/webhook-deliveries/${id}`]) {
          assertRefused(await shop.call(path), '404 not_found')
        }
        const retry = `/v1/merchant/webhook-deliveries/${id}/retry`
        assertRefused(await shop.call(retry, { method: 'POST' }), '404 not_found')
      }
    })
  },

  async 'a path with another method names the methods it has'(stage) {
    const shop = await openShop(stage)
    const allowed: Record<string, string[]> = {
      [config]: ['GET', 'PATCH'],
      [`${config}/test`]: ['POST'],
      [`${config}/check`]: ['POST'],
      '/v1/merchant/events': ['GET'],
      '/v1/merchant/webhook-deliveries': ['GET'],
      [`/v1/merchant/webhook-deliveries/${nobodysId}/retry`]: ['POST'],
    }
    for (const [path, methods] of Object.entries(allowed)) {
      const answer = await shop.call(path, { method: 'DELETE' })
      assertRefused(answer, '405 method_not_allowed')
      assert.deepEqual(answer.headers.get('allow')?.split(', ').sort(), methods, path)
    }
  },

  async 'an idempotency key is no UUID, or was another replay'(stage) {
    const shop = await openShop(stage, closedEndpoint)
    const replay = (key: string, since = from) =>
      shop.call('/v1/merchant/events/replay', { body: { from: since }, headers: { 'idempotency-key': key } })
    const key = randomUUID()
    assert.equal((await replay(key)).status, 200)
    await withoutTrace(stage, async () => {
      assertRefused(await replay('again'), '400 idempotency_key_invalid')
      assertRefused(await replay(key, '2026-02-01T00:00:00Z'), '422 idempotency_key_reused')
      assert.equal((await replay(key)).headers.get('idempotent-replayed'), 'true')
    })
  },

  async 'of two things that are wrong, the one that is checked earlier is told'(stage) {
    const { service } = stage
    const shop = await openShop(stage)
    const email = `viewer-${shop.merchantId}@events.test`
    await newMember(service, { merchantId: shop.merchantId, email, role: 'viewer' })
    const viewer = { cookie: await sessionOf(service, email) }
    const raw = '{"from": '
    const badKey = { 'idempotency-key': 'again' }
    const path = '/v1/merchant/events/replay'
    await withoutTrace(stage, async () => {
      assertRefused(await service.call(path, { raw, headers: badKey }), '401 unauthenticated')
      const byKey = await service.call(path, { key: shop.liveKey, raw, headers: badKey })
      assertRefused(byKey, '403 dashboard_session_required')
      assertRefused(await service.call(path, { ...viewer, raw, headers: badKey }), '403 forbidden')
      assertRefused(await shop.call(path, { raw, headers: badKey }), '400 idempotency_key_invalid')
      assertRefused(await shop.call(path, { raw }), '400 invalid_json')
      const early = { from, to: '2025-01-01T00:00:00Z' }
      assertRefused(await shop.call(path, { body: early }), '422 validation_error')
      assertRefused(await shop.call(path, { body: { from } }), '409 invalid_state')
    })
  },
}
