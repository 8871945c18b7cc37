import assert from 'node:assert/strict'
import { newMerchant } from '../../service.ts'
import { assertRefused } from './envelope.ts'
import type { Provocations } from './stage.ts'

/** What is not there, or not with this method, or not any more. */
export const refusalsOfPaths: Provocations = {
  async 'a path that does not exist is not found'(stage) {
    const { service, call } = stage
    for (const path of [
      '/v1/nothing',
      '/v2/customers',
      '/v1/customers/',
      '//v1/customers',
      '/v1/customers/%zz',
    ]) {
      assertRefused(await call(path), '404 not_found')
    }
    assertRefused(await service.call('/v1/nothing', { body: { any: 'thing' } }), '404 not_found')
  },

  async "an id that is unknown, somebody else's, of the other environment or no id gets one answer"(stage) {
    const { service, call, sandboxKey } = stage
    const other = await newMerchant(service)
    const create = async (key: string) => {
      const { body } = await service.call('/v1/customers', { key, body: { name: 'Asha' } })
      return String(body.data.id)
    }
    const answers = []
    for (const id of [
      service.world.newId(),
      await create(other.liveKey),
      await create(sandboxKey),
      'no-id',
      '%00',
      'a'.repeat(500),
      "1' or '1'='1",
    ]) {
      const answer = await call(`/v1/customers/${id}`)
      answers.push(assertRefused(answer, '404 not_found'))
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0])
  },

  async 'a path with another method names the methods it has'(stage) {
    const { call } = stage
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      const answer = await call('/v1/customers', { method })
      assertRefused(answer, '405 method_not_allowed')
      assert.deepEqual(answer.headers.get('allow')?.split(', ').sort(), ['GET', 'POST'])
    }
    const one = await call(`/v1/customers/${stage.merchantId}`, { method: 'DELETE' })
    assertRefused(one, '405 method_not_allowed')
    assert.equal(one.headers.get('allow'), 'GET, PATCH')
  },

  async 'what can no longer be done is told so'(stage) {
    const { service, merchantId, cookie } = stage
    const keys = `/v1/merchants/${merchantId}/api-keys`
    const made = await service.call(keys, { cookie, body: { environment: 'live' } })
    const key = `${keys}/${made.body.data.id}`
    await service.call(key, { method: 'DELETE', cookie })
    assertRefused(await service.call(`${key}/rotate`, { cookie, body: {} }), '409 invalid_state')
  },
}

export const requestIds: Provocations = {
  async "the caller's own id comes back when it is sane, on success and on refusal"(stage) {
    const { call } = stage
    for (const id of ['a', 'shop-42:retry.1', 'A'.repeat(100)]) {
      const headers = { 'x-request-id': id }
      for (const path of ['/v1/customers', '/v1/nothing', '/v1/customers/%zz', '/healthz']) {
        assert.equal((await call(path, { headers })).headers.get('x-request-id'), id, path)
      }
    }
  },

  async 'an insane one is replaced'(stage) {
    const { call } = stage
    for (const id of ['', 'a b', '<script>', 'a'.repeat(101), '-a', 'ä']) {
      const answer = await call('/v1/nothing', { headers: { 'x-request-id': id } })
      assertRefused(answer, '404 not_found')
      assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    }
  },

  async 'it is in the log line of the request'(stage) {
    const { call, service } = stage
    await call('/v1/nothing', { headers: { 'x-request-id': 'find-me-again' } })
    await new Promise((resolve) => setImmediate(resolve))
    const lines = service.logLines.filter((line) => line.includes('"request_id":"find-me-again"'))
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /"status":404/)
  },
}
