import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openClickpesa } from '../../../src/providers/clickpesa/clickpesa.ts'
import { forEver } from '../patient.ts'
import { type ClickpesaStage, openClickpesaStage, pushOrder, walletPayOut } from './clickpesa-defendant.ts'

let stage: ClickpesaStage
before(async () => {
  stage = await openClickpesaStage()
})
after(() => stage.gateway.close())
beforeEach(() => stage.gateway.faults.clear())

const kindOf = async (answer: Promise<{ kind: string }>) => (await answer).kind

test('a token is fetched once for all who begin together, and again only when it has run out', async () => {
  const provider = openClickpesa(stage.settings)
  const before = stage.callsOf('token')
  const orders = Array.from({ length: 10 }, pushOrder)
  const kinds = await Promise.all(orders.map((order) => kindOf(provider.collect(order, forEver))))
  assert.deepEqual(new Set(kinds), new Set(['pending']))
  assert.equal(stage.callsOf('token'), before + 1)
  stage.pass(3_600_000)
  const lookedUp = await Promise.all(orders.map((order) => kindOf(provider.lookUp(order, forEver))))
  assert.deepEqual(new Set(lookedUp), new Set(['succeeded']))
  assert.equal(stage.callsOf('token'), before + 2, 'ten heard that it has run out, and one fetched another')
})

test('a token that is never taken is renewed once, and the order is refused and not asked for again', async () => {
  const order = pushOrder()
  assert.equal(await kindOf(stage.provider.lookUp(order, forEver)), 'never_seen', 'there is a token')
  const [tokens, pushes] = [stage.callsOf('token'), stage.callsOf('push')]
  stage.gateway.faults.add({ fault: 'token_expired' })
  const { exchanges: _, ...answer } = await stage.provider.collect(order, forEver)
  assert.deepEqual(answer, {
    kind: 'failed',
    providerStatus: '401',
    reason: 'refused',
    providerMessage: 'Unauthorized',
  })
  assert.deepEqual([stage.callsOf('push'), stage.callsOf('token')], [pushes + 2, tokens + 1])
  assert.equal(await kindOf(stage.provider.lookUp(order, forEver)), 'unknown', 'a look-up learns nothing')
})

test('who is not known there orders nothing, and never learns that something was not seen', async () => {
  const stranger = openClickpesa({ ...stage.settings, apiKey: 'wrong' })
  assert.equal(await kindOf(stranger.collect(pushOrder(), forEver)), 'failed')
  assert.equal(await kindOf(stranger.payOut(walletPayOut(), forEver)), 'failed')
  assert.equal(await kindOf(stranger.lookUp(pushOrder(), forEver)), 'unknown')
  for (const url of [`${stage.gateway.url}/nowhere`, 'http://127.0.0.1:1']) {
    const lost = openClickpesa({ ...stage.settings, url })
    assert.equal(await kindOf(lost.collect(pushOrder(), forEver)), 'unknown')
    assert.equal(await kindOf(lost.lookUpPayOut(walletPayOut(), forEver)), 'unknown')
  }
})

test('a probe tells a wrong key and a wrong checksum from a strange address and from silence', async () => {
  const probe = async (change: Partial<typeof stage.settings> = {}) => {
    const { kind, ...told } = (await openClickpesa({ ...stage.settings, ...change }).probe?.(forEver)) ?? {}
    return 'because' in told ? `${kind}: ${told.because}` : kind
  }
  assert.equal(await probe(), 'ok')
  assert.equal(await probe({ apiKey: 'wrong' }), 'refused: 401: Unauthorized')
  assert.equal(await probe({ checksumKey: 'wrong' }), 'refused: 400: Invalid checksum')
  assert.match(String(await probe({ url: 'http://127.0.0.1:1' })), /^unknown: No token: /)
  stage.gateway.faults.add({ fault: 'address_refused' })
  assert.equal(await probe(), 'blocked: 403: IP address not whitelisted')
})

test('what is said of a token is said of nothing else', async () => {
  for (const status of [400, 404, 409, 500]) {
    const reply = { status, body: { message: 'Payment not found' }, because: 'no', theirTime: null }
    const provider = openClickpesa(stage.settings, {
      current: async () => ({ kind: 'none', reply }),
      drop() {},
    })
    assert.equal(await kindOf(provider.lookUp(pushOrder(), forEver)), 'unknown', `${status}`)
    assert.equal(await kindOf(provider.collect(pushOrder(), forEver)), 'unknown', `${status}`)
  }
})

test('whoever hangs up while a token is fetched ends alone: the others get theirs', async () => {
  const provider = openClickpesa(stage.settings)
  const [impatient, other] = [new AbortController(), pushOrder()]
  const [ended, taken] = [
    provider.collect(pushOrder(), impatient.signal),
    kindOf(provider.collect(other, forEver)),
  ]
  impatient.abort()
  assert.equal(await kindOf(ended), 'unknown')
  assert.equal(await taken, 'pending')
})

test('a wrong checksum is refused there, and both versions are right where they hold', async () => {
  const wrong = openClickpesa({ ...stage.settings, checksumKey: 'wrong' })
  const refused = await wrong.collect(pushOrder(), forEver)
  assert.ok(refused.kind === 'failed' && refused.providerMessage === 'Invalid checksum')
  const older = await openClickpesaStage({ checksumVersion: 'older' })
  try {
    assert.equal(await kindOf(older.provider.collect(pushOrder(), forEver)), 'pending')
    assert.equal(await kindOf(older.provider.payOut(walletPayOut(), forEver)), 'pending')
    assert.equal(older.provider.can.signsCallbacks, false)
  } finally {
    await older.gateway.close()
  }
})

test('a list is walked page by page, and one that is cut short is none', async () => {
  const orders = Array.from({ length: 101 }, pushOrder)
  await Promise.all(orders.map((order) => stage.provider.collect(order, forEver)))
  await stage.provider.payOut(walletPayOut(), forEver)
  const span = { from: new Date(0), to: new Date('2100-01-01') }
  const before = stage.callsOf('payments')
  const lines = await Array.fromAsync(stage.provider.list?.(span, forEver) ?? [])
  const listed = new Set(lines.map(({ reference }) => reference))
  assert.ok(orders.every(({ reference }) => listed.has(reference)) && lines.length === listed.size)
  assert.ok(lines.some(({ about }) => about === 'disbursement'))
  assert.ok(stage.callsOf('payments') > before + 1)
  const later = { from: new Date('2026-11-17T09:00:00Z'), to: span.to }
  assert.deepEqual(await Array.fromAsync(stage.provider.list?.(later, forEver) ?? []), [])
  stage.gateway.faults.add({ fault: 'list_cut_short', on: 'payments', times: 1 })
  await assert.rejects(Array.fromAsync(stage.provider.list?.(span, forEver) ?? []), /gave 0/)
})

test('an empty float refuses a payout, and tells no merchant how much is in it', async () => {
  const answer = await stage.provider.payOut({ ...walletPayOut(), amount: 2_000_000_000n * 10n }, forEver)
  assert.ok(answer.kind === 'failed' && answer.reason === 'refused')
  assert.doesNotMatch(answer.providerMessage, /[0-9]/)
  assert.match(JSON.stringify(answer.exchange), /Insufficient balance/)
})
