import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { deleteOld } from '../../src/database/database.ts'
import { newMerchant, type Reply, type Sent, type Service, sessionOf, startService } from '../service.ts'

const path = '/v1/customers'
const dayMs = 24 * 3_600_000

let service: Service
let shop: Awaited<ReturnType<typeof newMerchant>>
let cookie: string
before(async () => {
  service = await startService()
  shop = await newMerchant(service)
  cookie = await sessionOf(service, shop.ownerEmail)
})
after(() => service.stop())

function send(key: string, sent: Sent, to = path): Promise<Reply> {
  return service.call(to, {
    key: shop.liveKey,
    ...sent,
    headers: { ...sent.headers, 'idempotency-key': key },
  })
}

async function count(table: 'customers' | 'api_keys' | 'merchants' | 'idempotency_keys'): Promise<number> {
  const [row] = await service.world.sql.unsafe(`select count(*)::int as count from ${table}`)
  return Number(row?.count)
}

function assertReplayed(first: Reply, second: Reply): void {
  assert.equal(first.headers.get('idempotent-replayed'), null)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal(second.status, first.status)
  assert.deepEqual(second.body, first.body)
}

test('the same request gets the same answer, and says that it is one', async () => {
  const key = randomUUID()
  const body = { name: 'Asha', phone: '0712345678' }
  const first = await send(key, { body })
  const made = await count('customers')
  assert.equal(first.status, 201)
  assertReplayed(first, await send(key, { body }))
  assertReplayed(first, await send(key.toUpperCase(), { body }))
  assert.equal(await count('customers'), made)
})

test('the order of the fields and the space between them do not matter', async () => {
  const key = randomUUID()
  const first = await send(key, { raw: '{"name":"Asha","phone":"0712345678"}' })
  assertReplayed(first, await send(key, { raw: '{ "phone": "0712345678",\n "name": "Asha" }' }))
})

test('another body or another path with the same key is refused and changes nothing', async () => {
  const key = randomUUID()
  await send(key, { body: { name: 'Asha' } })
  const made = await count('customers')
  for (const [body, to] of [
    [{ name: 'Juma' }, path],
    [{ name: 'Asha', phone: '0712345678' }, path],
    [{ name: 'Asha ' }, path],
  ] as const) {
    const answer = await send(key, { body }, to)
    assert.equal(`${answer.status} ${answer.body.error.code}`, '422 idempotency_key_reused')
  }
  const keys = `/v1/merchants/${shop.merchantId}/api-keys`
  const { body } = await service.call(keys, {
    cookie,
    body: { environment: 'live' },
    headers: { 'idempotency-key': key },
  })
  assert.equal(body.error.code, 'idempotency_key_reused')
  assert.equal(await count('customers'), made)
})

test('thirty simultaneous equal requests make one customer and get equal answers', async () => {
  const key = randomUUID()
  const made = await count('customers')
  const answers = await Promise.all(Array.from({ length: 30 }, () => send(key, { body: { name: 'Rehema' } })))
  assert.equal(await count('customers'), made + 1)
  for (const answer of answers) {
    assert.equal(answer.status, 201)
    assert.deepEqual(answer.body, answers[0]?.body)
  }
  const fresh = answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)
  assert.equal(fresh.length, 1)
})

test('a refused request is not remembered: the key can be used for the right one', async () => {
  const key = randomUUID()
  const remembered = await count('idempotency_keys')
  assert.equal((await send(key, { body: { nam: 'Asha' } })).status, 422)
  assert.equal((await send(key, { raw: '{' })).status, 400)
  assert.equal(await count('idempotency_keys'), remembered)
  const answer = await send(key, { body: { name: 'Asha' } })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('idempotent-replayed'), null)
})

test('a refusal decided by the state of things is not remembered either', async () => {
  const keys = `/v1/merchants/${shop.merchantId}/api-keys`
  const made = await service.call(keys, { cookie, body: { environment: 'live' } })
  const target = `${keys}/${made.body.data.id}`
  await service.call(target, { method: 'DELETE', cookie })
  const remembered = await count('idempotency_keys')
  const headers = { 'idempotency-key': randomUUID() }
  for (let round = 0; round < 2; round += 1) {
    const answer = await service.call(`${target}/rotate`, { cookie, headers, body: {} })
    assert.equal(`${answer.status} ${answer.body.error.code}`, '409 invalid_state')
  }
  assert.equal(await count('idempotency_keys'), remembered)
})

test('a request that broke on our side leaves neither its effect nor its key', async () => {
  const key = randomUUID()
  const [customers, remembered] = [await count('customers'), await count('idempotency_keys')]
  const { sql } = service.world
  await sql`alter table customers add constraint nobody_called_zuri check (name <> 'Zuri') not valid`
  assert.equal((await send(key, { body: { name: 'Zuri' } })).status, 500)
  assert.deepEqual([await count('customers'), await count('idempotency_keys')], [customers, remembered])
  await sql`alter table customers drop constraint nobody_called_zuri`
  assert.equal((await send(key, { body: { name: 'Zuri' } })).status, 201)
})

test('a key belongs to one merchant and one environment', async () => {
  const other = await newMerchant(service)
  const key = randomUUID()
  const answers = await Promise.all(
    [shop.liveKey, shop.sandboxKey, other.liveKey].map((apiKey) =>
      send(key, { key: apiKey, body: { name: 'Asha' } }),
    ),
  )
  const ids = new Set(answers.map(({ body }) => body.data.id))
  assert.equal(ids.size, 3)
  for (const { headers } of answers) assert.equal(headers.get('idempotent-replayed'), null)
  const byPerson = await service.call(path, {
    cookie,
    body: { name: 'Asha' },
    headers: { 'idempotency-key': key, 'x-environment': 'sandbox' },
  })
  assert.equal(byPerson.headers.get('idempotent-replayed'), 'true')
  assert.equal(byPerson.body.data.id, answers[1]?.body.data.id)
})

test('a person without a merchant opens one once', async () => {
  const made = await count('merchants')
  const sent = { cookie, body: { name: 'Duka la pili' }, headers: { 'idempotency-key': randomUUID() } }
  assertReplayed(await service.call('/v1/merchants', sent), await service.call('/v1/merchants', sent))
  assert.equal(await count('merchants'), made + 1)
})

test('a repeated creation of an API key shows the same key, which is kept sealed', async () => {
  const { merchantId, ownerEmail } = await newMerchant(service)
  const made = await count('api_keys')
  const sent = {
    cookie: await sessionOf(service, ownerEmail),
    body: { environment: 'live' },
    headers: { 'idempotency-key': randomUUID() },
  }
  const first = await service.call(`/v1/merchants/${merchantId}/api-keys`, sent)
  assert.match(String(first.body.data.api_key), /^mlp_live_/)
  assertReplayed(first, await service.call(`/v1/merchants/${merchantId}/api-keys`, sent))
  assert.equal(await count('api_keys'), made + 1)
  const kept = await service.world.sql<{ reply_sealed: Buffer; row: string }[]>`
    select reply_sealed, k::text as row from idempotency_keys k`
  assert.ok(kept.length > 0)
  for (const { reply_sealed, row } of kept) {
    assert.ok(!reply_sealed.includes('mlp_') && !reply_sealed.includes('api_key'))
    assert.ok(!row.includes('mlp_'))
  }
})

test('answers are kept for thirty days and then forgotten', async () => {
  const { sql } = service.world
  const [old, young] = [randomUUID(), randomUUID()]
  await send(old, { body: { name: 'Asha' } })
  await send(young, { body: { name: 'Asha' } })
  const keys = { table: 'idempotency_keys', column: 'created_at' }
  const now = Date.now()
  await sql`update idempotency_keys set created_at = ${new Date(now - 31 * dayMs)} where key = ${old}`
  await sql`update idempotency_keys set created_at = ${new Date(now - 29 * dayMs)} where key = ${young}`
  assert.equal(await deleteOld(sql, keys, new Date(now - 30 * dayMs)), 1)
  assert.equal((await send(young, { body: { name: 'Asha' } })).headers.get('idempotent-replayed'), 'true')
  assert.equal((await send(old, { body: { name: 'Asha' } })).headers.get('idempotent-replayed'), null)
})
