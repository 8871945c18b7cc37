import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { Malipo, type MalipoOptions } from './sdk.ts'

type Sent = { method: string; path: string; headers: Headers; body: unknown }

const merchantId = '01a1ddaa-0000-7000-8000-000000000001'
const other = '01a1ddaa-0000-7000-8000-000000000002'

/** A client, and what it would have sent. */
function recorded(options: Partial<MalipoOptions> = {}, answer: unknown = {}, cookies: string[] = []) {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { method = '', body } = init ?? {}
    const path = String(url).replace('https://pay.example/up', '')
    sent.push({ method, path, headers: new Headers(init?.headers), body: body && JSON.parse(String(body)) })
    const headers = new Headers(cookies.map((cookie) => ['set-cookie', cookie]))
    return Response.json({ success: true, data: answer }, { headers })
  }
  return { sent, malipo: new Malipo({ baseUrl: 'https://pay.example/up/', fetch, ...options }) }
}

test('the merchant of the client is named in bodies, paths, queries and headers, unless another is', async () => {
  const { sent, malipo } = recorded({ apiKey: 'k', merchantId })
  await malipo.collections.qr({ amount: 5 })
  await malipo.collections.qr({ amount: 5, merchant_id: other })
  await malipo.collections.qr({ amount: 5 }, { merchantId: other })
  assert.deepEqual(
    sent.splice(0).map(({ body }) => body),
    [
      { merchant_id: merchantId, amount: 5 },
      { merchant_id: other, amount: 5 },
      { merchant_id: other, amount: 5 },
    ],
  )
  await malipo.transactions.list({ type: 'deposit' })
  await malipo.transactions.list({ merchant_id: other })
  await malipo.apiKeys.revoke('key/1', { merchantId: other })
  await malipo.disbursements.list()
  assert.deepEqual(
    sent.splice(0).map(({ method, path }) => `${method} ${path}`),
    [
      `GET /v1/merchants/${merchantId}/transactions?type=deposit`,
      `GET /v1/merchants/${other}/transactions`,
      `DELETE /v1/merchants/${other}/api-keys/key%2F1`,
      `GET /v1/disbursements?merchant_id=${merchantId}`,
    ],
  )
  await malipo.members.invite({ email: 'a@b.test', role: 'viewer' })
  assert.deepEqual(sent[0]?.body, { email: 'a@b.test', role: 'viewer' })
  await malipo.balance.get()
  await malipo.admin.merchants.update(other, { is_active: true })
  assert.equal(sent[1]?.headers.get('x-merchant-id'), merchantId)
  assert.equal(sent[2]?.headers.get('x-merchant-id'), null)
  assert.equal(sent[2]?.path, `/v1/admin/merchants/${other}`)
})

test('a merchant that was not given is learnt once', async () => {
  const { sent, malipo } = recorded({ apiKey: 'k' }, { merchant_id: other })
  await Promise.all([malipo.collections.qr({ amount: 5 }), malipo.collections.qr({ amount: 5 })])
  await malipo.collections.qr({ amount: 5 })
  assert.deepEqual(
    sent.map(({ path }) => path).filter((path) => path.includes('caller')),
    ['/v1/merchant/caller'],
  )
  assert.equal((sent.at(-1)?.body as { merchant_id: string }).merchant_id, other)
})

test('creating calls have a key of their own each, or the one given; reads have none', async () => {
  const { sent, malipo } = recorded({ apiKey: 'k', merchantId })
  await malipo.collections.qr({ amount: 5 })
  await malipo.collections.qr({ amount: 5 })
  await malipo.collections.qr({ amount: 5 }, { idempotencyKey: other })
  await malipo.collections.get('id')
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  assert.equal(new Set(keys).size, 4)
  assert.deepEqual(keys.slice(2), [other, null])
})

test('a key is sent with every call, and can be seen nowhere', async () => {
  const { sent, malipo } = recorded({ apiKey: 'mlp_live_secret' })
  await malipo.destinations.list()
  assert.equal(sent[0]?.headers.get('authorization'), 'Bearer mlp_live_secret')
  const shown = [inspect(malipo, { depth: 9, showHidden: true }), JSON.stringify(malipo), String(malipo)]
  for (const text of shown) assert(!text.includes('secret'))
})

test('signing in gives back the session, keeps it, and signing out ends it', async () => {
  const cookie = 'malipo.session_token=abc%2E123; Path=/; HttpOnly; SameSite=Lax'
  const { sent, malipo } = recorded({ environment: 'sandbox' }, { user: null }, [cookie])
  const { session } = await malipo.auth.signIn({ email: 'a@b.test', password: 'p' })
  assert.equal(session, 'malipo.session_token=abc%2E123')
  await malipo.auth.me()
  assert.deepEqual(
    sent.map(({ headers }) => headers.get('cookie')),
    [null, session],
  )
  assert.equal(sent[1]?.headers.get('x-environment'), 'sandbox')

  const gone = recorded({ session: `${session}; other=1` }, {}, ['malipo.session_token=; Max-Age=0'])
  await gone.malipo.auth.signOut()
  await gone.malipo.auth.getSession()
  assert.deepEqual(
    gone.sent.map(({ headers }) => headers.get('cookie')),
    [`${session}; other=1`, 'other=1'],
  )
})

test('a client that cannot work says what it needs, and never repeats a secret', () => {
  assert.throws(() => recorded({ baseUrl: 'pay.example' }), /baseUrl must be/)
  assert.throws(() => recorded({ baseUrl: '' }), /baseUrl must be/)
  assert.throws(() => recorded({ apiKey: 'k', session: 's' }), /not both/)
  for (const apiKey of ['', 'mlp_live_\n', 'mlp_live_…']) {
    assert.throws(
      () => recorded({ apiKey }),
      (error) => {
        return error instanceof TypeError && !error.message.includes('mlp_')
      },
    )
  }
})

test('an id that is missing or leads elsewhere is refused before anything is sent', async () => {
  const { sent, malipo } = recorded({ apiKey: 'k', merchantId })
  for (const id of ['', '.', '..', undefined as unknown as string]) {
    await assert.rejects(malipo.collections.get(id), /collection_id must be given/)
  }
  await assert.rejects(malipo.collections.qr({ amount: '1.234' }), RangeError)
  assert.equal(sent.length, 0)
})

test('an address with a password in it is refused, before anything could tell it', () => {
  const create = () => new Malipo({ baseUrl: 'https://shop:hidden@pay.example' })
  assert.throws(create, (error) => error instanceof TypeError && !inspect(error).includes('hidden'))
})
