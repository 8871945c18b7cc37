import assert from 'node:assert/strict'
import { createApiKeys } from '../../../src/api-keys/api-keys.ts'
import { generateApiKey } from '../../../src/auth/auth.ts'
import { makeAdmin } from '../../../src/operator/operator.ts'
import { newMerchant, password, sessionOf } from '../../service.ts'
import { assertRefused } from './envelope.ts'
import type { Provocations, Stage } from './stage.ts'

const path = '/v1/customers'

/** Who is not known, and who is known and may not. */
export const refusalsOfCredentials: Provocations = {
  async 'a caller without credentials is told how to bring some'(stage) {
    const { service } = stage
    const { message } = assertRefused(await service.call(path), '401 unauthenticated')
    assert.match(message, /Authorization: Bearer/)
  },

  async 'a cookie that is no session of ours is no session'(stage) {
    const { service, cookie } = stage
    const values = ['', 'abc', 'abc.def', '%E0%A4%A', '%00.%00', 'a'.repeat(3_000)]
    const cookies = values.map((value) => `malipo.session_token=${value}`)
    for (const sent of [...cookies, cookie.slice(0, -8), cookie.replace('=', '=x')]) {
      const answer = await service.call('/v1/me', { cookie: sent })
      const { message } = assertRefused(answer, '401 unauthenticated')
      assert.match(message, /session has ended/)
    }
  },

  async 'a Super Admin without a second factor is told to set one up, where it is for real'({ service }) {
    const { world } = service
    const email = `careless-${world.newId()}@refusals.test`
    await world.sql.begin((tx) => makeAdmin(tx, world, { email, password }))
    const cookie = await sessionOf(service, email)
    const wasNeeded = world.decidersNeedSecondFactor ?? false
    try {
      world.decidersNeedSecondFactor = true
      assertRefused(await service.call('/v1/admin/merchants', { cookie }), '403 second_factor_required')
      assert.equal((await service.call('/v1/me', { cookie })).status, 200)
    } finally {
      world.decidersNeedSecondFactor = wasNeeded
    }
  },

  async 'a mistyped, an unknown, a revoked and an expired key are told apart'(stage) {
    const { call, liveKey } = stage
    const keys = {
      mistyped: `${liveKey.slice(0, -6)}abcdef`,
      cut: liveKey.slice(0, -1),
      empty: 'mlp_live_',
      unknown: generateApiKey('live'),
      ...(await endedKeys(stage)),
    }
    const messages: Record<string, string> = {}
    for (const [name, key] of Object.entries(keys)) {
      messages[name] = assertRefused(await call(path, { key }), '401 invalid_api_key').message
    }
    const { mistyped, cut, empty, unknown, revoked, expired } = messages
    assert.equal(new Set([mistyped, unknown, revoked, expired]).size, 4)
    assert.ok(cut === mistyped && empty === mistyped)
    assert.match(mistyped ?? '', /mistyped/)
    assert.match(unknown ?? '', /unknown/)
    assert.match(revoked ?? '', /revoked/)
    assert.match(expired ?? '', /expired/)
  },

  async 'two different keys in one request are refused, the same one twice is fine'(stage) {
    const { service, liveKey, sandboxKey } = stage
    const both = (own: string) => ({ headers: { authorization: `Bearer ${liveKey}`, 'x-api-key': own } })
    const { message } = assertRefused(await service.call(path, both(sandboxKey)), '401 invalid_api_key')
    assert.match(message, /different keys/)
    assert.equal((await service.call(path, both(liveKey))).status, 200)
  },

  async 'an Authorization header that is no bearer of a key is told the form'(stage) {
    const { service, liveKey } = stage
    for (const authorization of ['Basic YTpi', 'Bearer', liveKey, `Bearer ${liveKey} x`]) {
      const answer = await service.call(path, { headers: { authorization } })
      assert.match(assertRefused(answer, '401 invalid_api_key').message, /must be "Bearer <API key>"/)
    }
  },

  async 'a bad key is not saved by a good session'(stage) {
    const { service, cookie } = stage
    const answer = await service.call('/v1/me', { cookie, key: generateApiKey('live') })
    assertRefused(answer, '401 invalid_api_key')
  },
}

export const refusalsOfCallers: Provocations = {
  async 'a key without the scope is told which one it lacks'(stage) {
    const { call, service, merchantId } = stage
    const [narrow] = await makeKeys(service, [
      { merchantId, environment: 'live', scopes: ['collections:read'] },
    ])
    const error = assertRefused(
      await call(path, { key: narrow?.key ?? '', body: { name: 'Asha' } }),
      '403 insufficient_scope',
    )
    assert.deepEqual(error.details, { required_scope: 'collections:write' })
    assert.equal((await call(path, { key: narrow?.key ?? '' })).status, 200)
  },

  async 'a key cannot name another merchant, in the path or in the header'(stage) {
    const { service, call } = stage
    const { merchantId } = await newMerchant(service)
    assertRefused(await call(`/v1/merchants/${merchantId}`), '403 merchant_mismatch')
    const header = await call(path, { headers: { 'x-merchant-id': merchantId } })
    assertRefused(header, '403 merchant_mismatch')
    assertRefused(await call('/v1/merchants/no-id'), '403 merchant_mismatch')
  },

  async 'a key cannot do what takes a person'(stage) {
    const { call, merchantId } = stage
    for (const personal of ['/v1/me', `/v1/merchants/${merchantId}/api-keys`, '/v1/admin/merchants']) {
      assertRefused(await call(personal), '403 dashboard_session_required')
    }
  },

  async 'a person who is no Super Admin is told whom it takes'(stage) {
    const { service, cookie } = stage
    const answer = await service.call('/v1/admin/merchants', { cookie })
    assert.match(assertRefused(answer, '403 forbidden').message, /Super Admin/)
  },

  async 'a person with several merchants must name one, and a person with none is told so'(stage) {
    const { service, ownerEmail } = stage
    const signUp = await service.call('/v1/auth/sign-up/email', {
      body: { name: 'Zuhura', email: `two-${ownerEmail}`, password: 'correct horse battery' },
    })
    const cookie = signUp.headers.getSetCookie().join('; ')
    const none = await service.call(path, { cookie })
    assert.match(assertRefused(none, '403 forbidden').message, /no merchant/)
    const open = (name: string) => service.call('/v1/merchants', { cookie, body: { name } })
    const first = await open('Duka la kwanza')
    await open('Duka la pili')
    assertRefused(await service.call(path, { cookie }), '400 merchant_required')
    const headers = { 'x-merchant-id': String(first.body.data.merchant_id) }
    assert.equal((await service.call(path, { cookie, headers })).status, 200)
  },
}

type Wishes = Parameters<typeof createApiKeys>[3]

function makeKeys({ world }: Stage['service'], wishes: Wishes) {
  const by = { actor: { kind: 'operator', id: null }, requestId: null } as const
  return world.sql.begin((tx) => createApiKeys(tx, world, by, wishes))
}

async function endedKeys({ service, merchantId, cookie }: Stage) {
  const [revoked, expired] = await makeKeys(service, [
    { merchantId, environment: 'live' },
    { merchantId, environment: 'live', expiresAt: new Date(Date.now() - 1) },
  ])
  const target = `/v1/merchants/${merchantId}/api-keys/${revoked?.row.id}`
  assert.equal((await service.call(target, { method: 'DELETE', cookie })).status, 200)
  return { revoked: revoked?.key ?? '', expired: expired?.key ?? '' }
}
