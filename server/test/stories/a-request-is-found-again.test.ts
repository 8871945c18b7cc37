import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  newMember,
  newMerchant,
  type Reply,
  type Sent,
  type Service,
  sessionOf,
  startService,
} from '../service.ts'

type Fields = Record<string, unknown>

let service: Service
let shop: Awaited<ReturnType<typeof newMerchant>>
let owner: string
before(async () => {
  service = await startService()
  shop = await newMerchant(service)
  owner = await sessionOf(service, shop.ownerEmail)
})
after(() => service.stop())

const inSandbox = { 'x-environment': 'sandbox' }
const asOwner = (headers: Record<string, string> = inSandbox): Sent => ({ cookie: owner, headers })

/** What was answered is written a moment later. */
async function listed(query = '', as: Sent = asOwner()): Promise<Fields[]> {
  await service.parts.requests.written()
  const { status, body } = await service.call(`/v1/merchant/requests?${query}`, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.items as Fields[]
}

async function read(requestId: unknown, as: Sent = asOwner()): Promise<Fields> {
  await service.parts.requests.written()
  const { status, body } = await service.call(`/v1/merchant/requests/${requestId}`, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

async function push(fields: Fields = {}, headers: Fields = {}): Promise<Reply> {
  return await service.call('/v1/collections/wallet-push', {
    key: shop.sandboxKey,
    headers: { 'idempotency-key': randomUUID(), ...(headers as Record<string, string>) },
    body: {
      merchant_id: shop.merchantId,
      amount: 1500,
      phone: '0712345678',
      reference: 'order-1',
      ...fields,
    },
  })
}

const idOf = (answer: Reply) => answer.headers.get('x-request-id')

describe('a request', () => {
  test('is found by its id, with what was sent and answered', async () => {
    const key = randomUUID()
    const answer = await push({}, { 'idempotency-key': key })
    const found = await read(idOf(answer))
    const { request_body, response_body, duration_ms, at, ip, api_key_id, ...rest } = found
    assert.deepEqual(rest, {
      request_id: idOf(answer),
      method: 'POST',
      path: '/v1/collections/wallet-push',
      query: null,
      status: 202,
      error_code: null,
      idempotency_key: key,
      resource_id: answer.body.data.collection_id,
      request_body_cut: false,
      response_body_cut: false,
    })
    assert.ok(Number.isInteger(duration_ms) && Math.abs(Date.now() - Date.parse(String(at))) < 60_000)
    assert.match(String(ip), /127\.0\.0\.1$/)
    const keys = await service.call(
      `/v1/merchants/${shop.merchantId}/api-keys?environment=sandbox`,
      asOwner(),
    )
    assert.equal(api_key_id, (keys.body.data.items as Fields[])[0]?.id)
    assert.deepEqual(JSON.parse(String(request_body)), {
      merchant_id: shop.merchantId,
      amount: 1500,
      phone: '*******678',
      reference: 'order-1',
    })
    assert.equal(JSON.parse(String(response_body)).data.collection_id, answer.body.data.collection_id)
  })

  test('that was refused tells with which code', async () => {
    const answer = await push({ amount: -1 })
    const found = await read(idOf(answer))
    assert.deepEqual([found.status, found.error_code, found.resource_id], [422, 'validation_error', null])
    assert.equal(JSON.parse(String(found.response_body)).error.code, 'validation_error')
    const wrongScope = await service.call('/v1/merchant/webhook-config', { key: shop.sandboxKey })
    assert.equal((await read(idOf(wrongScope))).error_code, 'dashboard_session_required')
    const nowhere = await service.call('/v1/colections', { key: shop.sandboxKey })
    assert.deepEqual([(await read(idOf(nowhere))).path, nowhere.status], ['/v1/colections', 404])
    const unnamed = await service.call('/v1/customers/a%00b', { key: shop.sandboxKey })
    assert.deepEqual([(await read(idOf(unnamed))).resource_id, unnamed.status], ['a%00b', 404])
    assert.equal((await service.call('/v1/merchant/requests/a%00b', asOwner())).status, 404)
    const broken = await service.call('/v1/customers', {
      key: shop.sandboxKey,
      raw: '{"password": "hunter2"',
    })
    const unread = await read(idOf(broken))
    assert.deepEqual([unread.error_code, unread.request_body], ['invalid_json', null])
  })

  test('is there with what it made, though its caller has hung up', async () => {
    const [id, gone] = [`Hung-up.${randomUUID()}`, new AbortController()]
    const held = service.world.sql.begin(async (tx) => {
      await tx`lock table collections in access exclusive mode`
      const asked = fetch(`${service.url}/v1/collections/wallet-push`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${shop.sandboxKey}`, 'content-type': 'application/json' },
          ...{ 'x-request-id': id, 'idempotency-key': randomUUID() },
        },
        body: JSON.stringify({ merchant_id: shop.merchantId, amount: 1500, phone: '0712345678' }),
        signal: gone.signal,
      })
      await sleep(300)
      gone.abort()
      await assert.rejects(asked)
      await sleep(100)
    })
    await held
    const path = `/v1/merchant/requests/${id}`
    let answer = await service.call(path, asOwner())
    for (let time = 0; answer.status === 404 && time < 50; time += 1) {
      await sleep(100)
      answer = await service.call(path, asOwner())
    }
    assert.deepEqual([answer.status, answer.body.data?.status], [200, 202])
    const made = await service.call(`/v1/collections/${answer.body.data.resource_id}`, {
      key: shop.sandboxKey,
    })
    assert.equal(made.status, 200)
  })

  test('has the id that its caller gave it; of several it is the newest', async () => {
    const id = `Order-17.${randomUUID()}`
    await push({ reference: 'first' }, { 'x-request-id': id })
    await push({ reference: 'second' }, { 'x-request-id': id })
    const found = await read(id)
    assert.equal(found.request_id, id)
    assert.equal(JSON.parse(String(found.request_body)).reference, 'second')
    // Somebody else's id does not lead to theirs, nor hide them from it.
    const theirs = String((await listed('page_size=1'))[0]?.request_id)
    const other = await newMerchant(service)
    await service.call('/v1/balance', { key: other.sandboxKey, headers: { 'x-request-id': theirs } })
    const cookie = await sessionOf(service, other.ownerEmail)
    assert.equal((await read(theirs, { cookie, headers: inSandbox })).path, '/v1/balance')
    assert.notEqual((await read(theirs)).path, '/v1/balance')
  })

  test('of a session is that of the merchant it acted for', async () => {
    const path = `/v1/merchants/${shop.merchantId}`
    const answer = await service.call(path, { ...asOwner({}), method: 'PATCH', body: { name: '' } })
    assert.equal(answer.status, 422)
    const found = await read(idOf(answer), asOwner({}))
    assert.deepEqual([found.path, found.api_key_id, found.error_code], [path, null, 'validation_error'])
    const hidden = await service.call(`/v1/merchant/requests/${idOf(answer)}`, asOwner())
    assert.equal(hidden.status, 404, 'live is not the sandbox')
  })

  test('of nobody, of a person for no merchant, and a look at the log itself are not in it', async () => {
    const before = (await listed('page_size=1'))[0]?.request_id
    const strange = [
      await service.call('/v1/merchant/balance', { key: `${shop.sandboxKey.slice(0, -1)}?` }),
      await service.call('/v1/merchant/balance'),
      await service.call('/v1/me', asOwner()),
      await service.call('/v1/merchant/requests?status=1', asOwner()),
      await service.call('/v1/merchant/requests', asOwner()),
    ]
    assert.deepEqual(
      strange.map(({ status }) => status),
      [401, 401, 200, 422, 200],
    )
    assert.equal((await listed('page_size=1'))[0]?.request_id, before)
  })

  test('of a key that was revoked stays, and so does whatever is tried with it afterwards', async () => {
    const made = await service.call(`/v1/merchants/${shop.merchantId}/api-keys`, {
      ...asOwner({}),
      body: { name: 'Till', environment: 'sandbox' },
    })
    const { id, api_key: apiKey } = made.body.data as { id: string; api_key: string }
    const answer = await service.call('/v1/merchant/balance', { key: apiKey })
    const path = `/v1/merchants/${shop.merchantId}/api-keys/${id}`
    assert.equal((await service.call(path, { ...asOwner({}), method: 'DELETE' })).status, 200)
    const late = await service.call('/v1/merchant/balance', { key: apiKey })
    assert.equal(late.status, 401)
    assert.deepEqual(
      (await listed(`api_key_id=${id}`)).map(({ request_id, error_code }) => [request_id, error_code]),
      [
        [idOf(late), 'invalid_api_key'],
        [idOf(answer), null],
      ],
    )
    const [apart] = await service.world.sql<{ refused: number }[]>`
      select of_refused as refused from request_counts
      where merchant_id = ${shop.merchantId} and environment = 'sandbox'`
    assert.equal(apart?.refused, 1, 'which takes no room of the others')
    const fresh = await read(idOf(made), asOwner({}))
    assert.equal(fresh.resource_id, id)
    assert.ok(!JSON.stringify(fresh).includes(apiKey.slice(14)), 'the fresh key is nowhere in it')
  })
})

describe('the log', () => {
  test('is searched by each of its fields', async () => {
    const key = randomUUID()
    const answer = await push({}, { 'idempotency-key': key })
    const id = answer.body.data.collection_id
    await service.call(`/v1/collections/${id}`, { key: shop.sandboxKey })
    const paths = async (query: string) =>
      (await listed(query)).map(({ method, path }) => `${method} ${path}`)
    const both = [`GET /v1/collections/${id}`, 'POST /v1/collections/wallet-push']
    assert.deepEqual(await paths(`resource_id=${String(id).toUpperCase()}`), both)
    assert.deepEqual(await paths(`resource_id=${id}&method=POST`), both.slice(1))
    assert.deepEqual(await paths(`path=/v1/collections/${id}`), both.slice(0, 1))
    assert.deepEqual(await paths(`idempotency_key=${key}`), both.slice(1))
    const [newest] = await listed('page_size=1')
    assert.equal(
      (await listed(`ip=${newest?.ip}&api_key_id=${newest?.api_key_id}`))[0]?.request_id,
      newest?.request_id,
    )
    for (const [query, holds] of [
      ['status=422', ({ status }: Fields) => status === 422],
      ['error_code=validation_error', ({ error_code }: Fields) => error_code === 'validation_error'],
      ['method=POST', ({ method }: Fields) => method === 'POST'],
      [`from=${newest?.at}`, ({ at }: Fields) => String(at) >= String(newest?.at)],
    ] as const) {
      const found = await listed(query)
      assert.ok(found.length > 0 && found.every(holds), query)
    }
    assert.deepEqual(await listed('ip=10.9.8.7'), [])
    assert.deepEqual(await listed('min_duration_ms=600000'), [])
    for (const by of ['key', 'session']) {
      const found = await listed(`authenticated_by=${by}`)
      assert.ok(found.length > 0 && found.every(({ api_key_id: id }) => (id !== null) === (by === 'key')), by)
    }
    assert.ok((await listed('min_duration_ms=0')).length > 2)
    assert.deepEqual(await listed('to=2026-01-01'), [])
  })

  test('is newest first, walked page by page, and shows no bodies', async () => {
    const all = await listed('page_size=100')
    const times = all.map(({ at }) => String(at))
    assert.deepEqual(times, times.toSorted().reverse())
    const walked: unknown[] = []
    let next = ''
    do {
      await service.parts.requests.written()
      const { body } = await service.call(`/v1/merchant/requests?page_size=3${next}`, asOwner())
      walked.push(...(body.data.items as Fields[]))
      next = body.data.next_cursor === null ? '' : `&cursor=${body.data.next_cursor}`
    } while (next !== '')
    assert.deepEqual(walked, all)
    assert.ok(all.every((row) => !('request_body' in row)))
  })

  test('says what it cuts off, and hides phones in addresses', async () => {
    const description = 'x'.repeat(20_000)
    const long = await push({ description })
    const found = await read(idOf(long))
    assert.deepEqual([found.request_body_cut, String(found.request_body).length], [true, 16_384])
    const asked = await service.call('/v1/sandbox/subscribers/0712345678?phone=0712345678', {
      key: shop.sandboxKey,
    })
    const { path, query } = await read(idOf(asked))
    assert.deepEqual([path, query], ['/v1/sandbox/subscribers/*******678', 'phone=[hidden]'])
    assert.equal((await listed('path=/v1/sandbox/subscribers/0712345678'))[0]?.request_id, idOf(asked))
    const bare = await service.call('/v1/sandbox/subscribers/712345678', { key: shop.sandboxKey })
    assert.equal((await listed('path=/v1/sandbox/subscribers/712345678'))[0]?.request_id, idOf(bare))
    assert.equal((await read(idOf(bare))).path, '/v1/sandbox/subscribers/******678')
  })

  test('is for owners, admins and developers', async () => {
    for (const [role, status] of [
      ['developer', 200],
      ['viewer', 403],
      ['finance', 403],
    ] as const) {
      const email = `${role}-${randomUUID()}@shop.test`
      await newMember(service, { merchantId: shop.merchantId, email, role })
      const cookie = await sessionOf(service, email)
      assert.equal((await service.call('/v1/merchant/requests', { cookie })).status, status, role)
    }
    const byKey = await service.call('/v1/merchant/requests', { key: shop.liveKey })
    assert.deepEqual([byKey.status, byKey.body.error.code], [403, 'dashboard_session_required'])
  })
})
