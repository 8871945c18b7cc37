import assert from 'node:assert/strict'
import { assertRefused, problemsOf } from './envelope.ts'
import type { Provocations } from './stage.ts'

const path = '/v1/customers'
const limitBytes = 256 * 1024
const deep = 100_000

/** Bodies that cannot be read at all. */
export const refusalsOfBodies: Provocations = {
  async 'a body that is no JSON is refused, and not quoted back'(stage) {
    for (const raw of ['{"name": ', '{"name": siri}', '{"name":"siri"}}', '{name:"siri"}', 'siri']) {
      const { message } = assertRefused(await stage.call(path, { raw }), '400 invalid_json')
      assert.ok(!message.includes('siri'), message)
    }
  },

  async 'a body that breaks in the middle is not said to end too early'(stage) {
    const { message } = assertRefused(
      await stage.call(path, { raw: '{"name": nope, "phone": "0712345678"}' }),
      '400 invalid_json',
    )
    assert.doesNotMatch(message, /ends too early/)
  },

  async 'a body that is not UTF-8 is refused'(stage) {
    const raw = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
    const { message } = assertRefused(await stage.call(path, { raw }), '400 invalid_json')
    assert.match(message, /UTF-8/)
  },

  async 'an empty body is told each field that it lacks'(stage) {
    assert.deepEqual(problemsOf(await stage.call(path, { raw: '' })), { name: 'is required' })
    assert.deepEqual(problemsOf(await stage.call(path, { method: 'POST' })), { name: 'is required' })
  },

  async 'a body that is no object is told so'(stage) {
    for (const raw of ['[]', '"siri"', '7', 'true', '[{"name":"Asha"}]']) {
      assert.deepEqual(problemsOf(await stage.call(path, { raw })), { body: 'must be a JSON object' })
    }
  },

  async 'a hundred thousand brackets are refused, closed or not'(stage) {
    const unclosed = await stage.call(path, { raw: '['.repeat(deep) })
    assertRefused(unclosed, '400 invalid_json')
    for (const inner of ['', '"\\u0000"', '"\\ud800"']) {
      const nested = `${'['.repeat(deep)}${inner}${']'.repeat(deep)}`
      for (const raw of [nested, `{"name":${nested}}`]) {
        const answer = await stage.call(path, { raw })
        assert.ok(answer.status === 400 || answer.status === 422, `${answer.status} for ${inner}`)
      }
    }
  },

  async 'a list nested a hundred thousand deep is refused where a list is expected'(stage) {
    const { service, merchantId, cookie } = stage
    const raw = `{"environment":"live","scopes":[${'['.repeat(deep)}${']'.repeat(deep)}]}`
    const answer = await service.call(`/v1/merchants/${merchantId}/api-keys`, { cookie, raw })
    assert.ok(answer.status === 400 || answer.status === 422, String(answer.status))
  },

  async 'a body of 256 KiB is read and one byte more is refused'(stage) {
    const body = (bytes: number) => `{"name":"${'a'.repeat(bytes - '{"name":""}'.length)}"}`
    assert.ok(problemsOf(await stage.call(path, { raw: body(limitBytes) })).name)
    const refused = await stage.call(path, { raw: body(limitBytes + 1) })
    assertRefused(refused, '413 body_too_large')
    assert.equal(refused.body.error?.message, 'The body is larger than 256 KiB.')
  },

  async 'a body of another kind than JSON is refused, and so is one of no kind'(stage) {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/vnd.api+json', '']) {
      const answer = await stage.call(path, { raw: '{"name":"Asha"}', headers: { 'content-type': type } })
      assertRefused(answer, '415 unsupported_media_type')
    }
  },
}
