import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { closedEndpoint } from '../../permissions/events.ts'
import { traces } from '../../permissions/traces.ts'
import { newMember, newMerchant, type Reply, type Sent, sessionOf } from '../../service.ts'
import { assertRefused, problemsOf } from './envelope.ts'
import type { Provocations, Stage } from './stage.ts'

const endpoints = '/v1/merchant/webhook-endpoints'
const nobodysId = '01a1ddad-6fc2-71b0-8b84-a46c538f11ec'
// Nobody listens there.
const at = (name: string) => `http://127.0.0.1:9/${name}`

type Endpoint = { id: string; is_default: boolean }

async function openShop({ service }: Stage) {
  const { merchantId, liveKey, ownerEmail } = await newMerchant(service)
  const cookie = await sessionOf(service, ownerEmail)
  const call = (path: string, sent: Sent = {}): Promise<Reply> =>
    service.call(`${endpoints}${path}`, { cookie, ...sent })
  const config = '/v1/merchant/webhook-config'
  await service.call(config, { cookie, method: 'PATCH', body: { webhook_url: closedEndpoint } })
  const { body } = await call('?environment=live')
  const [own] = body.data.items as Endpoint[]
  return {
    ...{ merchantId, liveKey, call },
    ownId: own?.id ?? assert.fail('there is no default endpoint'),
    async add(name: string): Promise<string> {
      const made = await call('', { body: { url: at(name) } })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return String(made.body.data.id)
    },
  }
}

async function withoutTrace({ service }: Stage, work: () => Promise<void>): Promise<void> {
  const before = await traces(service)
  await work()
  assert.deepEqual(await traces(service), before)
}

/** What can be asked of one endpoint. */
const ofOne: Record<string, Sent> = {
  '': {},
  ' ': { method: 'PATCH', body: { is_enabled: false } },
  '  ': { method: 'DELETE' },
  '/test': { body: {} },
  '/rotate-secret': { method: 'POST' },
}

/** What is not added, changed, sent or deleted. Needs a stage without chores, where nothing moves by itself. */
export const refusalsOfEndpoints: Provocations = {
  async 'an endpoint that is unknown, deleted or no id at all is not found by any call'(stage) {
    const shop = await openShop(stage)
    const gone = await shop.add('gone')
    assert.equal((await shop.call(`/${gone}`, { method: 'DELETE' })).status, 200)
    await withoutTrace(stage, async () => {
      for (const id of [nobodysId, gone, 'no-id', '%00', "1' or '1'='1"])
        for (const [path, sent] of Object.entries(ofOne))
          assertRefused(await shop.call(`/${id}${path.trim()}`, sent), '404 not_found')
    })
  },

  async 'an eleventh endpoint is not added, and it is told what to do'(stage) {
    const shop = await openShop(stage)
    for (let place = 0; place < 10; place += 1) await shop.add(`many-${place}`)
    await withoutTrace(stage, async () => {
      const { message } = assertRefused(
        await shop.call('', { body: { url: at('eleventh') } }),
        '409 invalid_state',
      )
      assert.match(message, /10 endpoints .* Delete one first/)
    })
  },

  async 'an address that is taken or may not be called is told by its field, added or changed'(stage) {
    const shop = await openShop(stage)
    await shop.add('taken')
    const other = await shop.add('other')
    await withoutTrace(stage, async () => {
      for (const url of [at('taken'), closedEndpoint, 'ftp://shop.test/', 'http://10.0.0.1/', 'shop']) {
        assert.deepEqual(Object.keys(problemsOf(await shop.call('', { body: { url } }))), ['url'], url)
        const changed = await shop.call(`/${other}`, { method: 'PATCH', body: { url } })
        assert.deepEqual(Object.keys(problemsOf(changed)), ['url'], url)
      }
    })
  },

  async 'a default endpoint is not deleted, switched off or narrowed here'(stage) {
    const { call, ownId } = await openShop(stage)
    await withoutTrace(stage, async () => {
      const deleted = assertRefused(await call(`/${ownId}`, { method: 'DELETE' }), '409 invalid_state')
      assert.match(deleted.message, /webhook configuration/)
      for (const body of [
        { is_enabled: false },
        { methods: ['USSD_PUSH'] },
        { metadata: { shop: 'A' } },
        { url: at('elsewhere'), methods: ['USSD_PUSH'] },
      ])
        assertRefused(await call(`/${ownId}`, { method: 'PATCH', body }), '409 invalid_state')
    })
  },

  async 'nothing is sent to one that is switched off'(stage) {
    const shop = await openShop(stage)
    const id = await shop.add('off')
    await shop.call(`/${id}`, { method: 'PATCH', body: { is_enabled: false } })
    await withoutTrace(stage, async () => {
      assertRefused(await shop.call(`/${id}/test`, { body: {} }), '409 invalid_state')
      assert.deepEqual(
        Object.keys(problemsOf(await shop.call(`/${id}/test`, { body: { type: 'collection.paid' } }))),
        ['type'],
      )
    })
  },

  async 'keys, strangers and members who may not are refused before anything is read'(stage) {
    const { service } = stage
    const shop = await openShop(stage)
    const id = await shop.add('one')
    const email = `viewer-${shop.merchantId}@endpoints.test`
    await newMember(service, { merchantId: shop.merchantId, email, role: 'viewer' })
    const cookie = await sessionOf(service, email)
    await withoutTrace(stage, async () => {
      for (const [path, sent] of [
        ...Object.entries(ofOne),
        ['list', { body: { colour: 'blue' } }] as const,
      ]) {
        const whole = path === 'list' ? endpoints : `${endpoints}/${id}${path.trim()}`
        assertRefused(await service.call(whole, sent), '401 unauthenticated')
        const byKey = await service.call(whole, { ...sent, key: shop.liveKey })
        assertRefused(byKey, '403 dashboard_session_required')
        assertRefused(await service.call(whole, { ...sent, cookie }), '403 forbidden')
      }
    })
  },

  async 'an idempotency key is no UUID, or was for another endpoint'(stage) {
    const shop = await openShop(stage)
    const add = (key: string, name: string) =>
      shop.call('', { body: { url: at(name) }, headers: { 'idempotency-key': key } })
    const key = randomUUID()
    assert.equal((await add(key, 'first')).status, 201)
    await withoutTrace(stage, async () => {
      assertRefused(await add('again', 'second'), '400 idempotency_key_invalid')
      assertRefused(await add(key, 'second'), '422 idempotency_key_reused')
      assert.equal((await add(key, 'first')).headers.get('idempotent-replayed'), 'true')
    })
  },

  async 'a path with another method names the methods it has'(stage) {
    const { call } = await openShop(stage)
    const allowed: Record<string, string[]> = {
      '': ['GET', 'POST'],
      [`/${nobodysId}`]: ['DELETE', 'GET', 'PATCH'],
      [`/${nobodysId}/test`]: ['POST'],
      [`/${nobodysId}/rotate-secret`]: ['POST'],
    }
    for (const [path, methods] of Object.entries(allowed)) {
      const answer = await call(path, { method: 'PUT', body: {} })
      assertRefused(answer, '405 method_not_allowed')
      assert.deepEqual(answer.headers.get('allow')?.split(', ').sort(), methods, path)
    }
  },
}
