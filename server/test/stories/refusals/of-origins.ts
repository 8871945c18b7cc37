import assert from 'node:assert/strict'
import { password } from '../../service.ts'
import { assertRefused } from './envelope.ts'
import type { Provocations } from './stage.ts'

const path = '/v1/customers'
const body = { name: 'Asha' }
const foreign = 'https://evil.example'

/** Pages of other sites, which the browser lets send our cookie or set it. */
export const refusalsOfOrigins: Provocations = {
  async 'a foreign page cannot change anything with our session'(stage) {
    const { service, cookie } = stage
    for (const headers of [
      { origin: foreign },
      { origin: 'null' },
      { origin: `${service.url}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      assertRefused(await service.call(path, { cookie, body, headers }), '403 bad_origin')
    }
  },

  async 'our own page, by its public and by its present address, and a program may'(stage) {
    const { service, cookie } = stage
    for (const origin of [service.world.baseUrl, service.url, undefined]) {
      const headers: Record<string, string> = origin === undefined ? {} : { origin }
      assert.equal((await service.call(path, { cookie, body, headers })).status, 201, origin)
    }
  },

  async 'reading is not refused for its origin, and a key is no cookie'(stage) {
    const { service, cookie, call } = stage
    assert.equal((await service.call(path, { cookie, headers: { origin: foreign } })).status, 200)
    assert.equal((await call(path, { body, headers: { origin: foreign } })).status, 201)
  },

  async 'where anyone may ask, the session of whoever does so is no reason to refuse it'(stage) {
    const { service, cookie } = stage
    const collect = '/v1/public/payment-links/nobody-made-this/collect'
    const wish = { body: { method: 'USSD_PUSH', phone: '0712345678' }, headers: { origin: foreign } }
    assertRefused(await service.call(collect, wish), '404 not_found')
    assertRefused(await service.call(collect, { ...wish, cookie }), '404 not_found')
  },

  async 'a foreign page cannot sign anybody in, up or out'(stage) {
    const { service, ownerEmail, cookie } = stage
    const headers = { origin: foreign }
    const signIn = { email: ownerEmail, password }
    assertRefused(await service.call('/v1/auth/sign-in/email', { headers, body: signIn }), '403 bad_origin')
    assertRefused(
      await service.call('/v1/auth/sign-up/email', { headers, body: { name: 'X', ...signIn } }),
      '403 bad_origin',
    )
    assertRefused(
      await service.call('/v1/auth/sign-out', { method: 'POST', headers, cookie }),
      '403 bad_origin',
    )
    const own = { origin: service.world.baseUrl }
    const answer = await service.call('/v1/auth/sign-in/email', { headers: own, body: signIn })
    assert.equal(answer.status, 200)
  },
}
