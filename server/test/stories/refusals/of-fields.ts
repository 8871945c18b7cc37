import assert from 'node:assert/strict'
import { problemsOf } from './envelope.ts'
import type { Provocations, Stage } from './stage.ts'

const path = '/v1/customers'
const unstorable = 'must be text without NUL characters or broken surrogate pairs'

/** Bodies that can be read and are not right. */

export const refusalsOfFields: Provocations = {
  async 'all problems are told at once, each in words that help'(stage) {
    assert.deepEqual(
      await problems(stage, { nam: 'Asha', phone: '12', email: 'asha', favourite_colour: 'blue' }),
      {
        name: 'is required',
        nam: 'is not a known field; did you mean name?',
        phone: 'must be 9 to 15 digits with an optional leading +',
        email: 'must be an e-mail address',
        favourite_colour: 'is not a known field; known are name, phone, email, metadata',
      },
    )
  },

  async 'a field of the wrong type is told what would fit'(stage) {
    assert.deepEqual(await problems(stage, { name: 5, phone: 255712345678, email: 7 }), {
      name: 'must be 1 to 120 characters',
      phone: 'must be 9 to 15 digits with an optional leading +',
      email: 'must be an e-mail address',
    })
  },

  async 'a blank or endless name is refused'(stage) {
    for (const name of ['', '   ', 'a'.repeat(121), `a${'\u0301'.repeat(5_000)}`]) {
      assert.deepEqual(await problems(stage, { name }), { name: 'must be 1 to 120 characters' })
    }
  },

  async 'text that the database cannot keep is refused'(stage) {
    assert.deepEqual(await rawProblems(stage, '{"name":"As\\u0000ha"}'), { name: unstorable })
    assert.deepEqual(await rawProblems(stage, '{"name":"\\ud83d"}'), { name: unstorable })
    assert.deepEqual(await rawProblems(stage, '{"name":"\\ude00\\ud83d"}'), { name: unstorable })
    const whole = await stage.call(path, { raw: '{"name":"\\ud83d\\ude00"}' })
    assert.equal(whole.body.data.name, '\u{1f600}')
  },

  async 'a field named like a part of the language is unknown like any other'(stage) {
    const told = await rawProblems(
      stage,
      '{"name":"Asha","__proto__":{"phone":"0712345678"},"constructor":1}',
    )
    assert.deepEqual(Object.keys(told).sort(), ['__proto__', 'constructor'])
  },

  async 'unknown fields are refused however many there are'(stage) {
    for (const count of [1, 99, 100, 101, 5_000]) {
      const extra = Object.fromEntries(Array.from({ length: count }, (_, at) => [`extra_${at}`, at]))
      const told = await problems(stage, { name: 'Asha', ...extra })
      assert.match(told.extra_0 ?? 'is accepted', /^is not a known field/, `${count} fields`)
    }
  },

  async 'a time that no calendar or database holds is refused'(stage) {
    const { service, merchantId, cookie } = stage
    for (const time of [
      '2031-02-29T00:00:00Z',
      '2031-06-30T23:59:60Z',
      '9999-12-31T23:59:59-23:59',
      '2031-01-01T24:00:00Z',
      '2031-01-01T00:00:00',
      '2031-01-01',
      'tomorrow',
    ]) {
      const answer = await service.call(`/v1/merchants/${merchantId}/api-keys`, {
        cookie,
        body: { environment: 'live', expires_at: time },
      })
      assert.ok(problemsOf(answer).expires_at, time)
    }
  },

  async 'a choice that does not exist is told the ones that do'(stage) {
    const { service, merchantId, cookie } = stage
    const answer = await service.call(`/v1/merchants/${merchantId}/api-keys`, {
      cookie,
      body: { environment: 'test', scopes: ['money:take'] },
    })
    const told = problemsOf(answer)
    assert.equal(told.environment, 'must be one of live, sandbox')
    assert.match(told['scopes.0'] ?? '', /^must be one of collections:read, /)
  },
}

async function problems({ call }: Stage, body: unknown) {
  return problemsOf(await call(path, { body }))
}

async function rawProblems({ call }: Stage, raw: string) {
  return problemsOf(await call(path, { raw }))
}
