import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openToldMerchants } from '../../test/events/told-merchants.ts'
import { type Config, readConfig } from '../config.ts'
import { wordOn } from '../reconciliation/compare-float.ts'
import { judgeReach } from './callback-symptom.ts'
import { examine } from './doctor.ts'
import { judgeLocks } from './lock-symptom.ts'

let stage: Awaited<ReturnType<typeof openToldMerchants>>
before(async () => {
  stage = await openToldMerchants()
})
after(() => stage.database.drop())
beforeEach(async () => {
  await stage.configure('https://shop.example/events')
  await stage.world.sql`delete from webhook_deliveries`
})

async function symptom(name: string, settings: Partial<Config> = {}): Promise<string> {
  const found = await examine({ ...readConfig({}), ...settings }, stage.world, 'a test')
  const [symptom, ...namesakes] = found.filter(({ check }) => check === name)
  assert.deepEqual(namesakes, [], 'no two lines have one name')
  const { state, details } = symptom ?? {}
  return `${state}: ${details}`
}
const webhooks = () => symptom('webhooks')

test('a server that has room for few locks is told of', async () => {
  assert.match(await symptom('locks'), /^ok: room for 256 in each transaction, with \d\d parts of tables$/)
  assert.deepEqual(judgeLocks({ locks: 64, parts: 30 }), {
    check: 'locks',
    state: 'warning',
    details:
      'room for 64 in each transaction, with 30 parts of tables: set max_locks_per_transaction = 256 and restart, standbys first',
  })
})

test('deliveries that are owed for a moment, or later, are no symptom', async () => {
  assert.equal(await webhooks(), 'ok: nothing is overdue')
  await stage.tell()
  stage.pass(5 * 60_000)
  assert.equal(await webhooks(), 'ok: nothing is overdue')
})

test('a delivery that nobody sends is told with its age', async () => {
  await stage.tell({ environment: 'sandbox' })
  stage.pass(60_000)
  await stage.tell()
  stage.pass(5 * 60_000)
  assert.equal(await webhooks(), 'warning: one waits for 6 minutes already: is a worker running?')
})

test('live endpoints that are switched off are counted, those of the sandbox are not', async () => {
  await stage.switchOff()
  assert.equal(await webhooks(), 'warning: live endpoints switched off: 1')
})

test('open payments whose provider is not known here are told, those that are over are not', async () => {
  assert.equal(await symptom('providers'), 'ok: nothing is open')
  const { sql, newId, clock } = stage.world
  const now = clock.now()
  const collect = async (provider: string, status: string) =>
    await sql`
      insert into collections (id, merchant_id, environment, family, method, status, amount, currency, provider,
        provider_reference, due_at, created_at, updated_at, completed_at)
      values (${newId()}, ${newId()}, 'live', 'B', 'USSD_PUSH', ${status}, 100, 'TZS', ${provider}, ${newId()},
        ${status === 'processing' ? now : null}, ${now}, ${now}, ${status === 'failed' ? now : null})`
  await collect('simulated', 'processing')
  await collect('forgotten', 'failed')
  assert.equal(await symptom('providers'), 'ok: simulated')
  await collect('gone', 'processing')
  await collect('taken-away', 'pending_clearance')
  assert.equal(await symptom('providers'), 'failure: open payments name gone, taken-away, not known here')
})

test('payments that nobody looks after are told by provider and environment', async () => {
  assert.equal(await symptom('workers'), 'ok: nothing is overdue')
  stage.pass(6 * 60_000)
  const told =
    /^warning: overdue: 1 live payments of gone, 1 live payments of simulated\. Is a worker running/
  assert.match(await symptom('workers'), told)
})

test('a network is told while its pushes fail, with how many do', async () => {
  assert.equal(await symptom('networks'), 'ok: none is known to be in trouble')
  const minute = stage.world.clock.now()
  await stage.world.sql`
    insert into push_outcomes (minute, environment, provider, network, succeeded, took_ms, many)
    values (${minute}, 'live', 'own', 'M-Pesa', false, 0, 30), (${minute}, 'live', 'own', 'M-Pesa', true, 9000, 12)`
  const told = 'warning: M-Pesa by own is down: of 42 pushes 30 failed and 0 hang'
  assert.equal(await symptom('networks'), told)
})

test('what providers said of their floats is told beside our books, and is a symptom where what was collected lies elsewhere', async () => {
  const { sql, newId, clock } = stage.world
  assert.equal(await symptom('float beside our books'), 'ok: no provider that tells it was reconciled yet')
  const reconciled = async (provider: string, float: 'separate' | undefined, told: bigint) =>
    await sql`
      insert into reconciliations (id, environment, provider, day, source, covers, night, status, created_at, float_currency,
        float_told, float_booked, float_note)
      values (${newId()}, 'live', ${provider}, '2026-11-16', 'list', '{collection}', '2026-11-17', 'done', ${clock.now()}, 'TZS',
        ${told}, 500, ${wordOn(float, 500n, told)})`
  await reconciled('one', undefined, 700n)
  assert.match(
    await symptom('float beside our books'),
    /^ok: one said TZS 7.00 at 20[^ ]*Z, our books 5.00. .* not known: ask them.$/,
  )
  await reconciled('two', 'separate', 500n)
  assert.match(await symptom('float beside our books'), /^ok: .* Both agree.$/)
  await reconciled('three', 'separate', 400n)
  assert.match(
    await symptom('float beside our books'),
    /^warning: .* three said TZS 4.00 .* has 1.00 less than our books: a transfer/,
  )
})

test('in production the simulated network is no provider, and any other is', async () => {
  const carriedBy = (liveProvider: string) => symptom('live provider', { mode: 'production', liveProvider })
  assert.equal(await carriedBy('simulated'), 'warning: simulated: live payments move no money')
  assert.equal(await carriedBy('another'), 'ok: another')
  assert.match(await carriedBy('none'), /^warning: none/)
})

test('mails and text messages that did not go out are told with how many, since when, why and what to do', async () => {
  const { sql, newId, clock } = stage.world
  const sms = { url: 'https://gateway.example', username: 'duka', apiKey: 'atsk', sender: undefined }
  const settings = { smtpUrl: 'smtp://mail.example', sms }
  const texts = () => symptom('text messages', settings)
  assert.equal(await texts(), 'ok: nothing is stuck')
  assert.match(await symptom('text messages'), /^ok: SMS_GATEWAY is none/)
  assert.equal(await symptom('mail'), 'warning: SMTP_URL is not set: nothing is mailed')
  const since = clock.now().toISOString().slice(0, 16)
  const queue = async (error: string | null, nextInMs: number | null) =>
    await sql`
      insert into text_messages (id, recipient, body_sealed, attempts, next_attempt_at, last_error, created_at)
      values (${newId()}, '255712345678', '', 1,
        ${nextInMs === null ? null : new Date(clock.now().getTime() + nextInMs)}, ${error}, ${clock.now()})`
  await queue(null, 0)
  await queue('405 InsufficientBalance', 60_000)
  const again = `1 since ${since}Z (405 InsufficientBalance) failed and are tried again: ask the gateway (SMS_GATEWAY)`
  assert.equal(await texts(), `warning: ${again}`)
  await queue('403 InvalidPhoneNumber', null)
  stage.pass(5 * 60_000 + 1)
  await queue('405 InsufficientBalance', 60_000)
  const told = await texts()
  assert.match(told, /^warning: 1 since .* wait, and nobody sends them: is a worker running\?/)
  assert.match(
    told,
    /; 2 since .* failed and are tried again: .*; 1 since .* \(403 InvalidPhoneNumber\) were given up/,
  )
  stage.pass(31 * 24 * 3_600_000)
  assert.equal(await texts(), 'ok: nothing is stuck')
  await sql`
    insert into mails (id, recipient, subject, body_sealed, attempts, last_error, created_at)
    values (${newId()}, 'asha@shop.example', '', '', 7, 'no such mailbox', ${clock.now()})`
  assert.match(await symptom('mail', settings), /^warning: 1 since .* \(no such mailbox\) were given up/)
})

test('whether callbacks arrive is told with what stands in the way, or will', () => {
  const now = new Date('2026-11-16T12:00:00Z')
  const fine = {
    name: 'selcom',
    addresses: ['41.59.1.1'],
    certificate: { problem: null, endsAt: new Date('2027-01-16T12:00:00Z') },
    arrival: { kind: 'arrived' } as const,
  }
  const told = (change: Partial<Parameters<typeof judgeReach>[0]>) => {
    const { state, details } = judgeReach({ ...fine, ...change }, now)
    return `${state}: ${details}`
  }
  assert.equal(told({}), 'ok: arrives here; whether selcom gets as far shows with its first callback')
  const ending = { problem: null, endsAt: new Date('2026-11-29T12:00:00Z') }
  assert.equal(
    told({ certificate: ending }),
    'warning: arrives here, but its certificate ends in 13 days: renew it',
  )
  assert.match(told({ addresses: ['10.0.0.7', 'fd00::7'] }), /^warning: .* that nobody reaches from outside$/)
  assert.match(told({ certificate: null }), /^warning: .* without https$/)
  assert.match(
    told({ certificate: { problem: 'CERT_HAS_EXPIRED', endsAt: null } }),
    /^failure: .*CERT_HAS_EXPIRED/,
  )
  assert.match(
    told({ arrival: { kind: 'lost', status: 200 } }),
    /^failure: is answered with 200 by somebody else/,
  )
  assert.match(
    told({ arrival: { kind: 'unknown', because: 'no answer in time' } }),
    /^failure: .*nobody answers/,
  )
  assert.match(told({ addresses: [] }), /^failure: .*its name leads nowhere/)
})
