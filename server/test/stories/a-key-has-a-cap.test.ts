import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Environment } from '@malipo/contract'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openPayoutStage, type PayoutStage } from './payouts/stage.ts'
import type { Till } from './payouts/till.ts'

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
})
after(() => stage.close())

type Key = Fields & { id: string; api_key: string }

const make = (till: Till, payoutCaps: unknown, environment: Environment = 'live') =>
  till.dashboard(`/v1/merchants/${till.merchantId}/api-keys`, 'live', {
    body: { environment, name: 'Agent', payout_caps: payoutCaps },
  })

const capped = async (till: Till, payoutCaps: Fields, environment: Environment = 'live'): Promise<Key> =>
  dataOf(await make(till, payoutCaps, environment)) as Key

const doors = {
  'mobile-money': { destination_code: 'MPESA', destination_identifier: '0712345678' },
  'provider-pesa': { destination_code: 'PROVIDER_PESA', destination_identifier: '0712345678' },
  'bank-account': { destination_code: 'CRDB', destination_identifier: '0150XY77', bank_name: 'CRDB Bank' },
}

type Ask = { door?: keyof typeof doors; idempotencyKey?: string }

const ask = (till: Till, key: string, amount: string, { door = 'mobile-money', idempotencyKey }: Ask = {}) =>
  till.call(`/v1/disbursements/${door}`, {
    key,
    body: { merchant_id: till.merchantId, amount, destination_name: 'Asha', ...doors[door] },
    headers: { 'idempotency-key': idempotencyKey ?? randomUUID() },
  })

async function callerOf(till: Till, key: string): Promise<Fields> {
  return dataOf(await till.call('/v1/merchant/caller', { key }))
}

async function leftFor(till: Till, key: string): Promise<unknown> {
  const { api_key: own } = await callerOf(till, key)
  return (own as { payout_caps: Fields | null }).payout_caps?.left_today
}

test('a key shows its caps wherever it is shown, and knows what is left', async () => {
  const till = await stage.openTill()
  const key = await capped(till, { each: '500', daily: '1000.5' })
  const caps = { currency: 'TZS', each: '500.00', daily: '1000.50' }
  assert.deepEqual(key.payout_caps, caps)
  const { items } = dataOf(await till.dashboard(`/v1/merchants/${till.merchantId}/api-keys`, 'live'))
  const shown = (items as Key[]).map(({ id, payout_caps: itsCaps }) => [id === key.id, itsCaps])
  assert.deepEqual(
    shown.filter(([isIt, itsCaps]) => isIt || itsCaps !== null),
    [[true, caps]],
  )
  const { api_key: own, ...who } = await callerOf(till, key.api_key)
  const { scopes, ...rest } = own as { scopes: string[] } & Fields
  assert.deepEqual(rest, { id: key.id, payout_caps: { ...caps, left_today: '1000.50' } })
  assert.equal(scopes.length, 13)
  assert.deepEqual(
    [who.merchant_id, who.environment, who.role],
    [till.merchantId, 'live', null],
    'and for whom it acts',
  )
  const { role, api_key: none } = dataOf(await till.dashboard('/v1/merchant/caller', 'live'))
  assert.deepEqual([role, none], ['owner', null])
  const [told] = await stage.service.world.sql<{ details: Fields }[]>`
    select details from audit_log where subject_id = ${key.id}`
  assert.deepEqual(told?.details.payout_caps, caps)
})

test('every door for money is judged by the caps, to the last cent, and a refusal says what is left', async () => {
  const till = await stage.openTill()
  const { api_key: key } = await capped(till, { each: '500', daily: '1000' })
  for (const door of Object.keys(doors) as (keyof typeof doors)[]) {
    const tooMuch = await ask(till, key, '500.01', { door })
    assert.equal(inShort(tooMuch), '409 payout_cap_exceeded', door)
    assert.match(tooMuch.body.error.message, /500\.00 TZS at once/)
  }
  assert.equal((await ask(till, key, '500', { door: 'bank-account' })).status, 202)
  assert.equal((await ask(till, key, '300', { door: 'provider-pesa' })).status, 202)
  const beyond = await ask(till, key, '200.01')
  assert.equal(inShort(beyond), '409 payout_cap_exceeded')
  assert.match(beyond.body.error.message, /200\.00 TZS more today/)
  assert.deepEqual(beyond.body.error.details, {
    currency: 'TZS',
    requested: '200.01',
    each: '500.00',
    daily: '1000.00',
    left_today: '200.00',
  })
  assert.equal((await ask(till, key, '200')).status, 202)
  assert.equal(await leftFor(till, key), '0.00')
  assert.equal((await till.list()).length, 3, 'what was refused was not made')
  assert.equal((await till.ask()).status, 202, 'people are not held to the caps of a key')
  assert.equal((await ask(till, till.liveKey, '5000')).status, 202, 'nor are other keys')
})

test('fifty requests at once pass no further than one after another', async () => {
  const till = await stage.openTill()
  const { api_key: key } = await capped(till, { daily: '1000' })
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(till, key, '300')))
  const made = answers.filter(({ status }) => status === 202).length
  assert.equal(made, 3)
  for (const answer of answers) {
    // Those for whom there was no place are told to come again: they have asked for nothing.
    const isRefused = ['409 payout_cap_exceeded', '429 rate_limited', '503 unavailable'].includes(
      inShort(answer),
    )
    assert.ok(answer.status === 202 || isRefused, inShort(answer))
  }
  assert.ok(answers.some((answer) => inShort(answer) === '409 payout_cap_exceeded'))
  assert.deepEqual([(await till.list()).length, await leftFor(till, key)], [3, '100.00'])
})

test('a repeated request counts once, and one that is refused for something else does not count', async () => {
  const till = await stage.openTill(50_500n)
  const { api_key: key } = await capped(till, { daily: '1000' })
  const idempotencyKey = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ask(till, key, '400', { idempotencyKey })),
  )
  assert.ok(answers.some(({ status }) => status === 202))
  assert.equal((await ask(till, key, '400', { idempotencyKey })).status, 202)
  assert.equal(await leftFor(till, key), '600.00')
  assert.equal(inShort(await ask(till, key, '600')), '409 insufficient_balance')
  assert.equal(await leftFor(till, key), '600.00')
})

test('what is cancelled, rejected or fails stays counted: nobody asks and cancels in a loop', async () => {
  const till = await stage.openTill()
  const { api_key: key } = await capped(till, { daily: '1000' })
  const { id: cancelled } = dataOf(await ask(till, key, '400'))
  const answer = await till.call(`/v1/disbursements/${cancelled}/cancel`, { key, method: 'POST' })
  assert.equal(answer.status, 200)
  const { id: rejected } = dataOf(await ask(till, key, '600'))
  assert.equal(inShort(await stage.desk.decide(rejected, 'reject', { note: 'no' })), '200')
  assert.equal(await leftFor(till, key), '0.00')
  assert.equal(inShort(await ask(till, key, '0.01')), '409 payout_cap_exceeded')
})

test('a day begins at midnight in Dar es Salaam, with the whole cap', async () => {
  const till = await stage.openTill()
  const { api_key: key } = await capped(till, { daily: '1000' })
  const dayMs = 24 * 3_600_000
  const sinceMidnight = (stage.clock.now().getTime() + 3 * 3_600_000) % dayMs
  stage.clock.pass(dayMs - sinceMidnight - 1)
  assert.equal((await ask(till, key, '1000')).status, 202)
  assert.equal(inShort(await ask(till, key, '1')), '409 payout_cap_exceeded')
  stage.clock.pass(1)
  assert.equal(await leftFor(till, key), '1000.00')
  assert.equal((await ask(till, key, '999')).status, 202)
  assert.equal(await leftFor(till, key), '1.00')
})

test('a key that replaces another has its caps, and what both ask for counts together', async () => {
  const till = await stage.openTill()
  const old = await capped(till, { each: '600', daily: '1000' })
  assert.equal((await ask(till, old.api_key, '300')).status, 202)
  const rotated = await till.dashboard(`/v1/merchants/${till.merchantId}/api-keys/${old.id}/rotate`, 'live', {
    body: { overlap_seconds: 60 },
  })
  const fresh = dataOf(rotated) as Key
  assert.deepEqual(fresh.payout_caps, old.payout_caps)
  assert.equal(await leftFor(till, fresh.api_key), '700.00')
  assert.equal((await ask(till, fresh.api_key, '500')).status, 202)
  assert.equal(inShort(await ask(till, old.api_key, '201')), '409 payout_cap_exceeded')
  assert.equal((await ask(till, old.api_key, '200')).status, 202)
  assert.equal(await leftFor(till, fresh.api_key), '0.00')
})

test('the sandbox holds a key to its caps as live does', async () => {
  const till = await stage.openTill()
  const { api_key: key } = await capped(till, { each: '100' }, 'sandbox')
  await till.call('/v1/sandbox/top-up', { key, body: { amount: '1000' } })
  assert.equal((await ask(till, key, '100')).status, 202)
  assert.equal(inShort(await ask(till, key, '100.01')), '409 payout_cap_exceeded')
  assert.equal(await leftFor(till, key), null)
})

test('caps that say nothing, or cannot be, make no key', async () => {
  const till = await stage.openTill()
  const faults: [unknown, string][] = [
    [{}, 'payout_caps'],
    [{ each: '0' }, 'payout_caps.each'],
    [{ daily: 1000 }, 'payout_caps.daily'],
    [{ each: '1.001' }, 'payout_caps.each'],
    [{ each: '11', daily: '10' }, 'payout_caps.each'],
    [{ weekly: '10' }, 'payout_caps.weekly'],
    ['1000', 'payout_caps'],
  ]
  for (const [caps, field] of faults) {
    const answer = await make(till, caps)
    assert.equal(inShort(answer), '422 validation_error', JSON.stringify(caps))
    assert.equal((answer.body.error.details as { field: string }[])[0]?.field, field, JSON.stringify(caps))
  }
  const { items } = dataOf(await till.dashboard(`/v1/merchants/${till.merchantId}/api-keys`, 'live'))
  assert.equal((items as Key[]).length, 2, 'those it was born with')
})
