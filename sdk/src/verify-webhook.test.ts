import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { WebhookVerificationError } from './malipo-error.ts'
import { verifyWebhook } from './verify-webhook.ts'

const secret = `whsec_${Buffer.from('a secret of the account, 32 long').toString('base64')}`
const other = `whsec_${Buffer.from('the secret of somebody else here').toString('base64')}`
const id = '01a1ddaa-0000-7000-8000-000000000001'
const now = new Date('2026-11-16T12:00:00.500Z')
const body = JSON.stringify({
  type: 'collection.success',
  timestamp: now.toISOString(),
  data: { status: 'successful', customer_name: 'Juma’s duka – ünïcode 🧺' },
})

function signedBy(key: string, at = now, text = body) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(id, at, text),
  }
}

const headers = signedBy(secret)
const isRefused = (code: string) => (error: unknown) =>
  error instanceof WebhookVerificationError && error.code === code

test('what the library of Standard Webhooks signs is verified, with headers and bodies in every form', async () => {
  const capitals = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  )
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  for (const form of [headers, capitals, lists, new Headers(headers)]) {
    for (const raw of [body, Buffer.from(body), new TextEncoder().encode(body).buffer]) {
      assert.deepEqual(await verifyWebhook(raw, form, secret, { now }), { id, ...JSON.parse(body) })
    }
  }
})

test('what is verified here is verified by the library', async () => {
  const fresh = new Date()
  const timestamp = String(Math.floor(fresh.getTime() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const own = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  assert.deepEqual(new Webhook(secret).verify(body, own), JSON.parse(body))
  assert.equal((await verifyWebhook(body, own, secret)).id, id)
})

test('each thing that was tampered with is refused', async () => {
  const flawed: Record<string, [string, Record<string, string>, string]> = {
    'another body': [body.replace('successful', 'Successful'), headers, secret],
    'a space more': [`${body} `, headers, secret],
    'another id': [body, { ...headers, 'webhook-id': id.replace(/1$/, '2') }, secret],
    'another time': [body, { ...headers, 'webhook-timestamp': String(now.getTime() / 1000 - 1.5) }, secret],
    'another secret': [body, headers, other],
    'another scheme': [
      body,
      { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') },
      secret,
    ],
    'a signature cut short': [
      body,
      { ...headers, 'webhook-signature': headers['webhook-signature'].slice(0, -6) },
      secret,
    ],
    'no signature': [body, { ...headers, 'webhook-signature': 'v1,' }, secret],
    'a signature that is no base64': [body, { ...headers, 'webhook-signature': 'v1,%%%' }, secret],
  }
  for (const [what, [text, sent, key]] of Object.entries(flawed)) {
    await assert.rejects(verifyWebhook(text, sent, key, { now }), isRefused('invalid_signature'), what)
  }
})

test('a header that is missing is told by name', async () => {
  for (const name of Object.keys(headers)) {
    const sent = { ...headers, [name]: undefined }
    await assert.rejects(verifyWebhook(body, sent, secret, { now }), (error) => {
      assert(isRefused('missing_header')(error))
      return error instanceof Error && error.message.includes(name)
    })
  }
})

test('a delivery is fresh for five minutes on both sides, or for as long as is asked', async () => {
  const at = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  for (const seconds of [-300, 0, 300])
    await verifyWebhook(body, signedBy(secret, at(seconds)), secret, { now })
  const old = signedBy(secret, at(301))
  await assert.rejects(verifyWebhook(body, old, secret, { now }), isRefused('too_old'))
  await verifyWebhook(body, old, secret, { now, toleranceSeconds: 400 })
  await assert.rejects(verifyWebhook(body, signedBy(secret, at(-301)), secret, { now }), isRefused('too_new'))
  const vague = { ...headers, 'webhook-timestamp': 'yesterday' }
  await assert.rejects(verifyWebhook(body, vague, secret, { now }), isRefused('invalid_timestamp'))
})

test('a time or a tolerance that is no number makes nothing fresh', async () => {
  const old = signedBy(secret, new Date(0))
  const odd = [{ now, toleranceSeconds: Number.NaN }, { now: new Date(Number.NaN) }]
  for (const options of odd) await assert.rejects(verifyWebhook(body, old, secret, options), TypeError)
})

test('however many signatures are sent, the body is signed once for each secret', async (context) => {
  const counted = context.mock.method(globalThis.crypto.subtle, 'sign')
  const verified = context.mock.method(globalThis.crypto.subtle, 'verify')
  const many = {
    ...headers,
    'webhook-signature': `${'v1,AAAA '.repeat(2_000)}${headers['webhook-signature']}`,
  }
  await verifyWebhook(body, many, [other, secret], { now })
  assert.equal(counted.mock.callCount() + verified.mock.callCount(), 2)
})

test('while a secret is being changed, either side may have both', async () => {
  const both = {
    ...headers,
    'webhook-signature': `${signedBy(other)['webhook-signature']} v1a,abcd ${headers['webhook-signature']}`,
  }
  await verifyWebhook(body, both, secret, { now })
  await verifyWebhook(body, both, other, { now })
  await verifyWebhook(body, headers, [other, secret], { now })
  const third = `whsec_${Buffer.from('a third one').toString('base64')}`
  await assert.rejects(verifyWebhook(body, both, third, { now }), isRefused('invalid_signature'))
})

test('a mistake of the program is told as one, and never with the secret', async () => {
  const parsed = JSON.parse(body)
  await assert.rejects(verifyWebhook(parsed, headers, secret), /raw body/)
  await assert.rejects(verifyWebhook(body, headers, [], { now }), /needs the webhook secret/)
  await assert.rejects(verifyWebhook(body, headers, 'whsec_…', { now }), (error) => {
    return error instanceof TypeError && !error.message.includes('whsec_…')
  })
})
