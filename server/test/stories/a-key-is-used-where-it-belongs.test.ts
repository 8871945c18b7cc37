import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tellExpiry } from '../../src/api-keys/tell-expiry.ts'
import { noteUses } from '../../src/api-keys/watch-addresses.ts'
import { newMember, newMerchant, type Service, sessionOf, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { inShort } from './parts/newcomers.ts'
import { mailsTo } from './parts/post-box.ts'

let nowMs = Date.now()
const clock = { now: () => new Date(nowMs) }
const dayMs = 24 * 3_600_000
// Nothing listens there: mail stays in its queue, where it is counted.
const environment = { TRUSTED_PROXIES: '1', SMTP_URL: 'smtp://127.0.0.1:1', ROLE: 'api' }
let service: Service
before(async () => {
  service = await startService({ environment, clock })
})
after(() => service.stop())

type Key = { id: string; api_key: string } & Record<string, unknown>
type Shop = { merchantId: string; cookie: string; ownerEmail: string }

async function openShop(): Promise<Shop> {
  const { merchantId, ownerEmail } = await newMerchant(service)
  return { merchantId, ownerEmail, cookie: await sessionOf(service, ownerEmail) }
}

const keysOf = ({ merchantId }: Shop, rest = '') => `/v1/merchants/${merchantId}/api-keys${rest}`

async function make(shop: Shop, body: Record<string, unknown> = {}): Promise<Key> {
  const answer = await service.call(keysOf(shop), { ...shop, body: { environment: 'live', ...body } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data as Key
}

const change = (shop: Shop, id: string, body: unknown) =>
  service.call(keysOf(shop, `/${id}`), { ...shop, method: 'PATCH', body })

async function shown(shop: Shop, id: string): Promise<Key> {
  const { body } = await service.call(keysOf(shop, '?page_size=100'), shop)
  return (body.data.items as Key[]).find((key) => key.id === id) ?? assert.fail('no such key')
}

const from = (address: string, key: string, path = '/v1/customers') =>
  service.call(path, { key, headers: { 'x-forwarded-for': address } })

test('a key that lists addresses works from them, in whatever way they are written, and from nowhere else', async () => {
  const shop = await openShop()
  const listed = ['41.59.1.2', '196.41.32.7/20', '2001:DB8:0:0::/33', '::ffff:102.0.0.9', '41.59.1.2/32']
  const key = await make(shop, { allowed_ips: listed })
  assert.deepEqual(key.allowed_ips, ['41.59.1.2', '196.41.32.0/20', '2001:db8::/33', '102.0.0.9'])
  const welcome = ['41.59.1.2', '::ffff:41.59.1.2', '196.41.47.255', '2001:db8:7fff::1', '8.8.8.8, 102.0.0.9']
  for (const address of welcome) assert.equal((await from(address, key.api_key)).status, 200, address)
  const strange = ['41.59.1.3', '196.41.48.0', '2001:db8:8000::1', '::ffff:41.59.1.3', 'unknown', '::1']
  for (const address of [...strange, '41.59.1.2, 8.8.8.8']) {
    const refused = await from(address, key.api_key)
    assert.equal(inShort(refused), '403 ip_not_allowed', address)
  }
  assert.deepEqual((await from('41.59.1.3', key.api_key)).body.error.details, { address: '41.59.1.3' })
  assert.deepEqual((await from('::ffff:41.59.1.3', key.api_key)).body.error.details, { address: '41.59.1.3' })
})

test('without a trusted proxy nobody says for themselves where they are', async (t) => {
  const bare = await startService({ clock, database: service.database, environment: { ROLE: 'api' } })
  t.after(() => bare.stop())
  const shop = await openShop()
  const key = await make(shop, { allowed_ips: ['41.59.1.2'] })
  const answer = await bare.call('/v1/customers', {
    key: key.api_key,
    headers: { 'x-forwarded-for': '41.59.1.2' },
  })
  assert.equal(inShort(answer), '403 ip_not_allowed')
  assert.deepEqual(answer.body.error.details, { address: '127.0.0.1' })
})

test('a key without a list works from anywhere, and shows from where it was used last', async () => {
  const shop = await openShop()
  const key = await make(shop)
  assert.deepEqual([key.allowed_ips, key.last_used_ip], [[], null])
  assert.equal((await from('::ffff:41.59.7.7', key.api_key)).status, 200)
  await until(async () => (await shown(shop, key.id)).last_used_ip === '41.59.7.7')
  await change(shop, key.id, { allowed_ips: ['41.59.7.7'] })
  nowMs += 120_000
  assert.equal((await from('41.59.7.8', key.api_key)).status, 403)
  assert.equal((await from('41.59.7.7', key.api_key)).status, 200)
  await until(async () => Date.parse(String((await shown(shop, key.id)).last_used_at)) === nowMs)
  assert.equal((await shown(shop, key.id)).last_used_ip, '41.59.7.7')
})

test('a refused call is no stranger: the merchant finds it among its requests', async () => {
  const shop = await openShop()
  const key = await make(shop, { allowed_ips: ['41.59.1.2'] })
  await from('198.51.100.9', key.api_key)
  const found = async () =>
    (await service.call('/v1/merchant/requests?error_code=ip_not_allowed', shop)).body.data.items as unknown[]
  await until(async () => (await found()).length === 1)
  const [request] = (await found()) as Record<string, unknown>[]
  assert.deepEqual([request?.api_key_id, request?.ip, request?.status], [key.id, '198.51.100.9', 403])
})

test('a change of the list counts from the next call on, is audited, and rotation copies it', async () => {
  const shop = await openShop()
  const key = await make(shop, { name: 'Till' })
  const changed = await change(shop, key.id, { allowed_ips: ['41.59.1.2'], name: ' Server ' })
  assert.deepEqual([changed.status, changed.body.data.name], [200, 'Server'])
  assert.deepEqual(await shown(shop, key.id), changed.body.data)
  assert.equal((await from('41.59.1.3', key.api_key)).status, 403)
  const rotated = await service.call(keysOf(shop, `/${key.id}/rotate`), { ...shop, body: {} })
  assert.deepEqual(rotated.body.data.allowed_ips, ['41.59.1.2'])
  assert.equal((await from('41.59.1.3', String(rotated.body.data.api_key))).status, 403)
  assert.equal((await from('41.59.1.2', String(rotated.body.data.api_key))).status, 200)
  const [entry] = await service.world.sql<{ details: unknown }[]>`
    select details from audit_log where action = 'api_key.changed' and subject_id = ${key.id}`
  assert.deepEqual(entry?.details, {
    last_four: key.last_four,
    before: { name: 'Till', allowed_ips: [] },
    after: { name: 'Server', allowed_ips: ['41.59.1.2'] },
  })
})

test('a key is narrowed and never widened', async () => {
  const shop = await openShop()
  const end = new Date(nowMs + 10 * dayMs).toISOString()
  const scopes = ['collections:read', 'balance:read']
  const key = await make(shop, { scopes, expires_at: end })
  const problems: [body: Record<string, unknown>, field: string][] = [
    [{ scopes: ['collections:read', 'collections:write'] }, 'scopes'],
    [{ scopes: [] }, 'scopes'],
    [{ expires_at: new Date(nowMs + 11 * dayMs).toISOString() }, 'expires_at'],
    [{ expires_at: new Date(nowMs).toISOString() }, 'expires_at'],
    [{ allowed_ips: ['41.59.1.2', '41.59.1.300'] }, 'allowed_ips'],
    [{ allowed_ips: ['fe80::1%eth0'] }, 'allowed_ips'],
    [{ allowed_ips: Array.from({ length: 51 }, (_, at) => `10.0.0.${at}`) }, 'allowed_ips'],
    [{ name: ' ' }, 'name'],
    [{ environment: 'sandbox' }, 'environment'],
    [{ payout_caps: { each: '5' } }, 'payout_caps'],
  ]
  for (const [body, field] of problems) {
    const answer = await change(shop, key.id, body)
    assert.equal(inShort(answer), '422 validation_error', JSON.stringify(body))
    const [problem] = answer.body.error.details as { field: string }[]
    assert.equal(problem?.field.split(/[.[]/)[0], field)
  }
  const { api_key: _, ...asMade } = key
  assert.deepEqual(await shown(shop, key.id), asMade)
  const sooner = new Date(nowMs + 5 * dayMs).toISOString()
  const narrowed = await change(shop, key.id, { scopes: ['balance:read'], expires_at: sooner })
  assert.deepEqual([narrowed.body.data.scopes, narrowed.body.data.expires_at], [['balance:read'], sooner])
  assert.equal(inShort(await from('41.59.1.2', key.api_key)), '403 insufficient_scope')
  await service.call(keysOf(shop, `/${key.id}`), { ...shop, method: 'DELETE' })
  assert.equal(inShort(await change(shop, key.id, { name: 'Late' })), '409 invalid_state')
})

test('who follows events with a key that is narrowed meanwhile hears no more', async () => {
  for (const narrowed of [{ allowed_ips: ['41.59.1.2'] }, { scopes: ['balance:read'] }]) {
    const shop = await openShop()
    const key = await make(shop, { scopes: ['events:read', 'balance:read'] })
    const stream = await fetch(`${service.url}/v1/merchant/events/stream`, {
      headers: { authorization: `Bearer ${key.api_key}`, 'x-forwarded-for': '41.59.1.3' },
    })
    assert.equal(stream.status, 200)
    assert.equal((await change(shop, key.id, narrowed)).status, 200)
    await stream.text()
  }
})

const told = async ({ ownerEmail }: Shop, about: RegExp) =>
  (await mailsTo(service, ownerEmail)).filter(({ subject }) => about.test(subject))

test('its people hear 14, 3 and 1 days before a key ends, once each, however many look', async () => {
  const shop = await openShop()
  for (const role of ['admin', 'developer', 'finance', 'viewer'] as const)
    await newMember(service, { merchantId: shop.merchantId, email: `${role}@${shop.merchantId}.test`, role })
  const endMs = nowMs + 30 * dayMs
  const key = await make(shop, { name: 'Till', expires_at: new Date(endMs).toISOString() })
  const { world } = service
  const lookAt = async (ms: number) => {
    nowMs = ms
    await Promise.all([tellExpiry(world), tellExpiry(world), tellExpiry(world)])
    await tellExpiry(world)
    return (await told(shop, /key ends/)).map(({ subject }) => subject).reverse()
  }
  assert.deepEqual(await lookAt(endMs - 14 * dayMs - 1), [])
  assert.deepEqual(await lookAt(endMs - 14 * dayMs), ['A live key ends in 14 days'])
  assert.equal((await lookAt(endMs - 3 * dayMs - 1)).length, 1)
  assert.equal((await lookAt(endMs - 3 * dayMs)).length, 2)
  // Down for two days: the nearest is told, and no other.
  const all = await lookAt(endMs - 1)
  assert.deepEqual(all, [
    'A live key ends in 14 days',
    'A live key ends in 3 days',
    'A live key ends within a day',
  ])
  assert.equal((await lookAt(endMs)).length, 3)
  const [last] = await told(shop, /key ends/)
  assert.match(last?.text ?? '', new RegExp(`"Till" \\(…${key.last_four}\\) works until`))
  const count = async (role: string) => (await mailsTo(service, `${role}@${shop.merchantId}.test`)).length
  assert.deepEqual(await Promise.all(['admin', 'developer', 'finance', 'viewer'].map(count)), [3, 3, 0, 0])
})

test('nobody is reminded of an end that they have just chosen, nor of a key that is revoked', async () => {
  const shop = await openShop()
  await make(shop, { expires_at: new Date(nowMs + 2 * dayMs).toISOString() })
  const changed = await make(shop, { expires_at: new Date(nowMs + 30 * dayMs).toISOString() })
  await change(shop, changed.id, { expires_at: new Date(nowMs + 2 * dayMs).toISOString() })
  const revoked = await make(shop, { expires_at: new Date(nowMs + 20 * dayMs).toISOString() })
  await service.call(keysOf(shop, `/${revoked.id}`), { ...shop, method: 'DELETE' })
  const sandbox = await make(shop, {
    environment: 'sandbox',
    expires_at: new Date(nowMs + 20 * dayMs).toISOString(),
  })
  await tellExpiry(service.world)
  assert.deepEqual(await told(shop, /key ends/), [])
  nowMs += 1.5 * dayMs
  await tellExpiry(service.world)
  assert.equal((await told(shop, /within a day/)).length, 2)
  nowMs += 10 * dayMs
  await tellExpiry(service.world)
  assert.equal((await told(shop, /key ends/)).length, 2)
  const messages = await service.call('/v1/sandbox/outbox?page_size=100', {
    ...shop,
    headers: { 'x-environment': 'sandbox' },
  })
  const texts = (messages.body.data.items as { text: string }[]).map(({ text }) => text)
  assert.ok(texts.some((text) => text.includes(`…${sandbox.last_four}`)))
})

test('a live key that is used from somewhere new is told of once, and its successor is used by the same servers', async (t) => {
  const shop = await openShop()
  const key = await make(shop, { name: 'Server' })
  const sandbox = await make(shop, { environment: 'sandbox' })
  const others = await startService({ environment, clock, database: service.database })
  t.after(() => others.stop())
  const use = async (address: string, text = key.api_key) => {
    const headers = { 'x-forwarded-for': address }
    const calls = [service, others].flatMap((one) =>
      [1, 2].map(() => one.call('/v1/customers', { key: text, headers })),
    )
    for (const { status } of await Promise.all(calls)) assert.equal(status, 200)
  }
  await use('41.59.9.0')
  await until(
    async () =>
      (await service.world.sql`select from api_key_addresses where api_key_id = ${key.id}`).length === 1,
  )
  await use('41.59.9.1')
  await use('2001:db8:1:2::1')
  await use('2001:db8:1:2::2')
  await use('41.59.9.1', sandbox.api_key)
  const subjects = () => told(shop, /new address/)
  await until(async () => (await subjects()).length === 2)
  const known = await service.world.sql<{ address: string }[]>`
    select address from api_key_addresses where api_key_id = ${key.id} order by first_seen_at, address`
  assert.deepEqual(known.map(({ address }) => address).sort(), [
    '2001:db8:1:2::/64',
    '41.59.9.0',
    '41.59.9.1',
  ])
  assert.match(
    (await subjects()).map(({ text }) => text).join(),
    /"Server".*was used from 41\.59\.9\.1 for the first time/,
  )
  const { body } = await service.call(keysOf(shop, `/${key.id}/rotate`), { ...shop, body: {} })
  await use('41.59.9.1', String(body.data.api_key))
  await use('41.59.9.2', String(body.data.api_key))
  await until(async () => (await subjects()).length === 3)
  assert.equal((await subjects()).filter(({ text }) => text.includes('41.59.9.2')).length, 1)
})

test('a fleet that changes its addresses all the time fills neither a mailbox nor a table', async () => {
  const shop = await openShop()
  const key = await make(shop)
  const addresses = Array.from({ length: 130 }, (_, at) => ({ keyId: key.id, address: `10.1.0.${at}` }))
  for (let at = 0; at < addresses.length; at += 13) {
    await noteUses(service.world, addresses.slice(at, at + 13))
    nowMs += 1_000
  }
  // The first is where the key was put, and of the others of a day four are told.
  assert.equal((await told(shop, /new address/)).length, 4)
  const [kept] = await service.world.sql<{ count: number }[]>`
    select count(*)::int as count from api_key_addresses where api_key_id = ${key.id}`
  assert.equal(kept?.count, 100)
  nowMs += dayMs
  await noteUses(service.world, [{ keyId: key.id, address: '10.2.0.1' }])
  assert.equal((await told(shop, /new address/)).length, 5)
})

test('a key that was there before addresses were kept is learnt for a day before anybody is told', async () => {
  const shop = await openShop()
  const key = await make(shop)
  await service.world.sql`update api_keys set addresses_kept_since = ${clock.now()} where id = ${key.id}`
  await noteUses(service.world, [{ keyId: key.id, address: '10.3.0.1' }])
  nowMs += dayMs
  await noteUses(service.world, [{ keyId: key.id, address: '10.3.0.1' }])
  assert.equal((await told(shop, /new address/)).length, 0)
  await noteUses(service.world, [{ keyId: key.id, address: '10.3.0.2' }])
  assert.equal((await told(shop, /new address/)).length, 1)
})
