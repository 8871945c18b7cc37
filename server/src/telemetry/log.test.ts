import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { generateApiKey } from '../auth/auth.ts'
import { createLog } from './log.ts'

/** What a log line shows of what was given to it. */
function logged(given: object, message = ''): string {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } })
  log.info(given, message)
  return lines.join('')
}

const token = 'mNq3vTz8Kc0aXh2LrYw5Pd7e'
/** As the addresses of payers' pages end. */
const page = 'd0ae89771de23bd790fc65e73d524589'

describe('no log line shows', () => {
  test('API keys and webhook secrets, wherever they stand', () => {
    const key = generateApiKey('live')
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const line = logged({ path: `/v1/x?key=${key}`, deep: { list: [secret] } }, `${key},${secret}`)
    assert.ok(!line.includes(key.slice(9)) && !line.includes(secret.slice(6)), line)
    assert.match(line, /mlp_live_\[hidden\]/)
    const failed = logged({ err: new Error(`cannot use ${key}`) })
    assert.ok(!failed.includes(key.slice(9)), failed)
  })

  for (const field of [
    'password',
    'new_password',
    'current_password',
    'token',
    'secret',
    'cookie',
    'authorization',
    'x-api-key',
  ]) {
    test(`the value of a field named ${field}`, () => {
      assert.ok(!logged({ body: { [field]: token } }).includes(token))
      assert.ok(!logged({ body: { [field.toUpperCase()]: token } }).includes(token))
    })
  }

  test('what follows a quotation mark in a password', () => {
    assert.ok(!logged({ password: `say "${token}"` }).includes(token))
  })

  test('a password in JSON that is logged as text', () => {
    assert.ok(!logged({ text: JSON.stringify({ password: token }) }).includes(token))
  })

  test('cookies, as a header', () => {
    const cookie = `malipo.session_token=${token}.c2lnbmF0dXJl`
    assert.ok(!logged({ headers: { cookie } }).includes(token))
    assert.ok(!logged({ headers: { 'set-cookie': cookie } }).includes(token))
    assert.ok(!logged({ headers: { 'set-cookie': [`${cookie}; HttpOnly`] } }).includes(token))
  })

  test('cookies, in a text', () => {
    const cookie = `malipo.session_token=${token}.c2lnbmF0dXJl`
    assert.ok(!logged({}, `refused ${cookie}`).includes(token))
    assert.ok(!logged({}, `refused __Secure-${cookie}`).includes(token))
  })

  for (const path of [
    `/reset-password?token=${token}`,
    `/reset-password?lang=sw&token=${token}&x=1`,
    `/invitations/${token}`,
    `https://pay.example.com/invitations/${token}`,
    `/pay/${token}`,
    `/pay/${token}/changes?version=processing-2-1-waiting`,
    `/l/0123456789abcdef0123456789abcdef/${page}?lang=sw`,
    `/l/${page}/0123456789abcdef0123456789abcdef/code.svg`,
    `https://pay.example.com/i/${page}`,
    `/i/${page}/invoice.pdf`,
    `/r/${page}`,
    `/v1/public/payment-links/${page}/collect`,
    `/v1/public/collections/${page}`,
    `otpauth://totp/Malipo:asha@shop.test?secret=${token}&issuer=Malipo`,
  ]) {
    test(`the token in ${path.replace(token, '…').replace(page, '…')}`, () => {
      const line = logged({ method: 'GET', path, status: 200 })
      assert.ok(!line.includes(token) && !line.includes(page), line)
    })
  }

  for (const phone of [
    '255712345678',
    '+255712345678',
    '0712345678',
    '0612345678',
    '+254712345678',
    '254712345678',
    '+255 712 345 678',
    '255 712 345 678',
    '0712 345 678',
    '0712-345-678',
    '00255712345678',
    '+0712345678',
  ]) {
    test(`the phone number ${phone}`, () => {
      const digits = /345(\W|%20)?678/
      const query = encodeURIComponent(phone)
      assert.doesNotMatch(logged({ phone }), digits)
      assert.doesNotMatch(logged({}, `customer ${phone} did not answer`), digits)
      assert.doesNotMatch(logged({ path: `/v1/customers?phone=${query}&page=1` }), digits)
      assert.doesNotMatch(logged({ path: `/v1/customers?search=${query}` }), digits)
    })
  }

  test('e-mail addresses in a query', () => {
    assert.ok(!logged({ path: '/v1/x?email=asha%40shop.test' }).includes('asha'))
  })

  test('the password of the database', () => {
    assert.ok(!logged({}, 'cannot reach postgres://malipo:hunter2@db:5432/malipo').includes('hunter2'))
  })

  test('the password of the mail server', () => {
    assert.ok(!logged({}, 'cannot reach smtps://mailer:hunter2@mail.example:465').includes('hunter2'))
  })
})

test('what helps to find a fault stays readable', () => {
  const fields = {
    request_id: '01a1dd1a-b2d5-73dc-8b23-c72ed283cc72',
    path: '/v1/merchants/01a1dd1a-b1b4-7394-ad42-ab891fe30a60/api-keys?page=2&page_size=100',
    status: 422,
    ms: 1234.5,
    amount: '1000000.00',
    minor: 123_456_789,
    caller: 'key:01a1dd1a-b377-761d-9b72-ec4a8aac2de5',
  }
  const line = logged(fields, 'entry 2026 was written at 2026-11-15T02:47:56.921Z')
  const read = JSON.parse(line)
  for (const [name, value] of Object.entries(fields)) assert.equal(read[name], value)
  assert.equal(read.msg, 'entry 2026 was written at 2026-11-15T02:47:56.921Z')
  assert.match(read.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

describe('a line is still JSON after hiding', () => {
  for (const given of [
    { password: 'a"b' },
    { password: 'a\\' },
    { token: '', cookie: '\\"', after: 'x' },
    { phone: '+255712345678' },
    { minor: 255_712_345_678 },
    { text: '{"password":"x"}' },
  ]) {
    test(JSON.stringify(given), () => {
      const line = logged(given)
      assert.doesNotThrow(() => JSON.parse(line), line)
    })
  }
})
