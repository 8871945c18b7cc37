import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openJudge } from './answer-judge.ts'

const judge = openJudge()
const contentType = 'application/json; charset=utf-8'

function judged(path: string, status: number, body: unknown, method = 'GET') {
  return judge({ method, path, status, contentType, body: JSON.stringify(body) })
}

const refused = (code: string, details: unknown = null) => ({
  success: false,
  error: { code, message: 'No.', details },
})

const path = '/v1/customers/0193a2b4-8d6e-7a4b-9c1d-5e6f708192a3'
const customer = {
  id: '0193a2b4-8d6e-7a4b-9c1d-5e6f708192a3',
  merchant_id: '0193a2b4-8d6e-7a4b-9c1d-5e6f708192a4',
  name: 'Asha',
  phone: null,
  email: null,
  metadata: {},
  created_at: '2026-11-16T09:00:00.000Z',
}
const answered = (change: object) => judged(path, 200, { success: true, data: { ...customer, ...change } })

test('an answer that is promised has no problem', () => {
  assert.deepEqual(answered({}), { operationId: 'readCustomer', problem: null })
  assert.equal(judged(path, 404, refused('not_found'))?.problem, null)
})

test('a field that is not declared, one that is missing and one that is malformed are told', () => {
  assert.match(answered({ mood: 'good' })?.problem ?? '', /must NOT have additional properties/)
  assert.match(answered({ name: undefined })?.problem ?? '', /must have required property 'name'/)
  assert.match(answered({ name: null })?.problem ?? '', /must be string/)
  assert.match(answered({ id: '17' })?.problem ?? '', /must match format "uuid"/)
  assert.match(answered({ created_at: 'yesterday' })?.problem ?? '', /must match format "date-time"/)
})

test('a status or a code that is not declared is told, and so are details that do not fit', () => {
  assert.equal(judged(path, 201, { success: true, data: customer })?.problem, '201 is not declared')
  assert.match(judged(path, 404, refused('invalid_state'))?.problem ?? '', /must be equal to constant/)
  assert.match(judged(path, 422, refused('validation_error'))?.problem ?? '', /must be array/)
  assert.equal(judged(path, 405, refused('method_not_allowed'))?.problem, null)
})

test('another type than the declared is told', () => {
  const page = judge({ method: 'GET', path, status: 200, contentType: 'text/html', body: '' })
  assert.equal(page?.problem, '200 has no text/html')
})

test('a path that is written out goes before a parameter, and what is of no operation is not judged', () => {
  const stream = judge({
    method: 'GET',
    path: '/v1/merchant/events/stream',
    status: 200,
    contentType: 'text/event-stream',
    body: '',
  })
  assert.deepEqual(stream, { operationId: 'streamEvents', problem: null })
  assert.equal(judged('/v1/nothing', 404, refused('not_found')), undefined)
  assert.equal(judged('/sandbox/v1/webhooks/provider', 200, {}, 'POST')?.operationId, 'takeSandboxCallback')
})
