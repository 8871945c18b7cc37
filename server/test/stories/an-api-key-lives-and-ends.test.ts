import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newMerchant, type Service, sessionOf, startService } from '../service.ts'

let nowMs = Date.now()
const clock = { now: () => new Date(nowMs) }
let service: Service
let merchantId: string
let cookie: string
before(async () => {
  service = await startService({ clock })
  const shop = await newMerchant(service)
  merchantId = shop.merchantId
  cookie = await sessionOf(service, shop.ownerEmail)
})
after(() => service.stop())

type Key = { id: string; api_key: string } & Record<string, unknown>

async function make(body: Record<string, unknown>): Promise<Key> {
  const answer = await service.call(`/v1/merchants/${merchantId}/api-keys`, { cookie, body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data as Key
}

const end = (id: string) =>
  service.call(`/v1/merchants/${merchantId}/api-keys/${id}`, { method: 'DELETE', cookie })
const rotate = (id: string, body: Record<string, unknown> = {}) =>
  service.call(`/v1/merchants/${merchantId}/api-keys/${id}/rotate`, { cookie, body })

async function shown(id: string): Promise<Record<string, unknown>> {
  const { body } = await service.call(`/v1/merchants/${merchantId}/api-keys?page_size=100`, { cookie })
  const found = (body.data.items as Key[]).find((item) => item.id === id)
  return found ?? assert.fail('the key is not in the list')
}

async function statusWith(key: string, path = '/v1/customers'): Promise<number> {
  return (await service.call(path, { key })).status
}

test('a key made without wishes has every scope, a name and no end', async () => {
  const { api_key: key, ...rest } = await make({ environment: 'live' })
  assert.match(key, /^mlp_live_[0-9A-Za-z]{36}$/)
  assert.equal(rest.last_four, key.slice(-4))
  assert.equal(rest.name, 'live key')
  assert.equal((rest.scopes as string[]).length, 13)
  assert.deepEqual([rest.expires_at, rest.last_used_at, rest.revoked_at], [null, null, null])
  assert.match(String(rest.created_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('a key is shown once, and only its hash is kept', async () => {
  const { id, api_key: key, ...rest } = await make({ environment: 'sandbox', name: ' Till 4 ' })
  assert.deepEqual(await shown(id), { id, ...rest, name: 'Till 4' })
  const [row] = await service.world.sql<{ text: string; key_hash: Buffer }[]>`
    select k::text as text, key_hash from api_keys k where id = ${id}`
  assert.ok(!row?.text.includes(key.slice(12, 24)))
  assert.deepEqual(row?.key_hash, createHash('sha256').update(key).digest())
  const everything = await service.world.sql<{ text: string }[]>`select a::text as text from audit_log a`
  for (const { text } of everything) assert.ok(!text.includes(key.slice(12, 24)))
  assert.ok(!service.logLines.join('').includes(key.slice(12, 24)))
})

test('a key can do what its scopes say and no more', async () => {
  const { api_key: key } = await make({ environment: 'live', scopes: ['collections:read'] })
  assert.equal(await statusWith(key), 200)
  const created = await service.call('/v1/customers', { key, body: { name: 'Asha' } })
  assert.equal(created.body.error.code, 'insufficient_scope')
  const { body } = await service.call(`/v1/merchants/${merchantId}/api-keys`, {
    cookie,
    body: { environment: 'live', scopes: [] },
  })
  assert.equal(body.error.code, 'validation_error')
})

test('a revoked key is refused at once, and revoking it again changes nothing', async () => {
  const { id, api_key: key } = await make({ environment: 'live' })
  assert.equal(await statusWith(key), 200)
  const first = await end(id)
  assert.equal(first.status, 200)
  assert.equal(await statusWith(key), 401)
  nowMs += 5_000
  assert.deepEqual((await end(id)).body, first.body)
  assert.deepEqual(first.body.data.revoked_at, (await shown(id)).revoked_at)
})

test('a key works until the moment it expires and not in that moment', async () => {
  const expiresAt = new Date(nowMs + 3_600_000)
  const { api_key: key } = await make({ environment: 'live', expires_at: expiresAt.toISOString() })
  nowMs = expiresAt.getTime() - 1
  assert.equal(await statusWith(key), 200)
  nowMs = expiresAt.getTime()
  assert.equal(await statusWith(key), 401)
})

test('a key that would expire in the past is not made', async () => {
  for (const time of [new Date(nowMs), new Date(nowMs - 1000)]) {
    const answer = await service.call(`/v1/merchants/${merchantId}/api-keys`, {
      cookie,
      body: { environment: 'live', expires_at: time.toISOString() },
    })
    assert.deepEqual(answer.body.error.details, [{ field: 'expires_at', problem: 'must be in the future' }])
  }
})

test('a key rotated without overlap is replaced at once by one like it', async () => {
  const old = await make({ environment: 'sandbox', name: 'Till 5', scopes: ['collections:read'] })
  const answer = await rotate(old.id)
  assert.equal(answer.status, 201)
  const fresh = answer.body.data as Key
  assert.notEqual(fresh.api_key, old.api_key)
  assert.deepEqual(
    [fresh.name, fresh.environment, fresh.scopes, fresh.expires_at],
    ['Till 5', 'sandbox', ['collections:read'], null],
  )
  assert.deepEqual([await statusWith(old.api_key), await statusWith(fresh.api_key)], [401, 200])
  assert.equal((await rotate(old.id)).body.error.code, 'invalid_state')
})

test('a key rotated with an overlap works until the overlap ends', async () => {
  const old = await make({ environment: 'live' })
  const fresh = (await rotate(old.id, { overlap_seconds: 60 })).body.data as Key
  assert.deepEqual([await statusWith(old.api_key), await statusWith(fresh.api_key)], [200, 200])
  nowMs += 59_999
  assert.equal(await statusWith(old.api_key), 200)
  nowMs += 1
  assert.deepEqual([await statusWith(old.api_key), await statusWith(fresh.api_key)], [401, 200])
  assert.equal(fresh.expires_at, null)
})

test('a key in its overlap is not rotated again: its successor is', async () => {
  const old = await make({ environment: 'live' })
  const fresh = (await rotate(old.id, { overlap_seconds: 60 })).body.data as Key
  assert.equal((await rotate(old.id)).body.error.code, 'invalid_state')
  assert.equal((await rotate(fresh.id.toUpperCase())).status, 201)
})

test('an overlap never makes a key live longer than it would have', async () => {
  const expiresAt = new Date(nowMs + 30_000).toISOString()
  const old = await make({ environment: 'live', expires_at: expiresAt })
  const fresh = (await rotate(old.id, { overlap_seconds: 60 })).body.data as Key
  assert.equal((await shown(old.id)).expires_at, expiresAt)
  assert.equal(fresh.expires_at, expiresAt)
})

test('an overlap longer than a week or shorter than nothing is refused', async () => {
  const { id, api_key: key } = await make({ environment: 'live' })
  for (const overlap of [-1, 604_801, 1.5, '60']) {
    assert.equal((await rotate(id, { overlap_seconds: overlap })).body.error.code, 'validation_error')
  }
  assert.equal(await statusWith(key), 200)
})

test('of two who rotate a key at once, one gets a new key', async () => {
  const { id } = await make({ environment: 'live' })
  const answers = await Promise.all([rotate(id), rotate(id), rotate(id)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
})

test('the list tells when a key was last used', async () => {
  const { id, api_key: key } = await make({ environment: 'live' })
  assert.equal((await shown(id)).last_used_at, null)
  assert.equal(await statusWith(key), 200)
  // It is written beside the request and not waited for.
  for (let round = 0; round < 200 && (await shown(id)).last_used_at === null; round += 1) await sleep(10)
  assert.equal((await shown(id)).last_used_at, new Date(nowMs).toISOString())
})

test('two different keys in one request are none, and the same one twice is one', async () => {
  const [one, other] = [await make({ environment: 'live' }), await make({ environment: 'live' })]
  const withBoth = (second: Key) =>
    service.call('/v1/customers', { key: one.api_key, headers: { 'x-api-key': second.api_key } })
  assert.equal((await withBoth(one)).status, 200)
  const refused = await withBoth(other)
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'invalid_api_key'])
})
