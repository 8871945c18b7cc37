import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { checksumOf, isSigned } from './sign.ts'

const order = { amount: '1000', currency: 'TZS', orderReference: 'ORD123', phoneNumber: '255712345678' }
const key = 'secret-key'

/** An HMAC by somebody else: their sum over bytes that were written here by hand. */
function byOpenssl(text: string): string {
  const out = execFileSync('openssl', ['dgst', '-sha256', '-hmac', key], { input: text, encoding: 'utf8' })
  return out.trim().split(' ').at(-1) ?? ''
}

test('both versions give what is known of them, whatever the order of the fields', () => {
  const backwards = Object.fromEntries(Object.entries(order).reverse())
  for (const payload of [order, backwards, { ...order, checksum: 'x', checksumMethod: 'canonical' }]) {
    assert.equal(
      checksumOf('current', key, payload),
      '99fd7367f82d4af014dbd4371f5cb4957c17b737540aaab238ed1fe44caf1b6c',
    )
    assert.equal(
      checksumOf('older', key, payload),
      'dbc215a4fa80f33b50fe6535608eda289e68bcb7cb48bef0774fbd45ae54613d',
    )
  }
})

test('openssl gives the same for what is signed, at every depth', () => {
  assert.equal(
    byOpenssl('{"amount":"1000","currency":"TZS","orderReference":"ORD123","phoneNumber":"255712345678"}'),
    checksumOf('current', key, order),
  )
  assert.equal(byOpenssl('1000TZSORD123255712345678'), checksumOf('older', key, order))
  const deep = {
    z: [{ b: 1, a: 'é' }, null],
    event: 'PAYMENT RECEIVED',
    data: { id: 'x', amount: 10.5, A: true },
  }
  assert.equal(
    byOpenssl(
      '{"data":{"A":true,"amount":10.5,"id":"x"},"event":"PAYMENT RECEIVED","z":[{"a":"é","b":1},null]}',
    ),
    checksumOf('current', key, deep),
  )
})

const payload = { event: 'PAYMENT RECEIVED', data: { id: 'x', status: 'SUCCESS' } }
const sum = checksumOf('current', key, payload)
const header = { 'x-clickpesa-signature': sum }
const current = { version: 'current', key } as const

test('a webhook is signed in its header or its body, and where it is both, by both', () => {
  assert.ok(isSigned(current, header, payload))
  assert.ok(isSigned(current, {}, { ...payload, checksum: sum }))
  assert.ok(isSigned(current, header, { ...payload, checksum: sum, checksumMethod: 'canonical' }))
  for (const [headers, body] of [
    [{}, payload],
    [{}, { ...payload, checksum: null }],
    [header, { ...payload, checksum: '' }],
    [header, { ...payload, checksum: sum.toUpperCase() }],
    [header, { ...payload, checksumMethod: 'none' }],
    [{ 'x-clickpesa-signature': '' }, { ...payload, checksum: sum }],
    [{ 'x-clickpesa-signature': ` ${sum}` }, payload],
    [header, { ...payload, data: { id: 'x', status: 'FAILED' } }],
  ] as [Record<string, string>, Record<string, unknown>][]) {
    assert.equal(isSigned(current, headers, body), false, JSON.stringify([headers, body]))
  }
  assert.equal(isSigned({ ...current, key: 'another' }, header, payload), false)
})

test('the older version proves nothing of a webhook: what it signs can be moved about', () => {
  const older = { version: 'older', key } as const
  const joined = checksumOf('older', key, payload)
  assert.equal(joined, checksumOf('older', key, { event: 'PAYMENT RECEIVED', data: { status: 'FAILED' } }))
  assert.equal(isSigned(older, { 'x-clickpesa-signature': joined }, payload), false)
})
