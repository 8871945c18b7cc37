import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { forgetLookUps } from '../../src/evidence/look-ups.ts'
import { callbackSigner } from '../../src/providers/simulated/sign.ts'
import { chaseWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { declined, lookAgain, ownClock, ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { openShop, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openDesk } from './payouts/desk.ts'
import { referenceOf } from './payouts/stage.ts'
import { openTill } from './payouts/till.ts'

const provider = ownProvider({ collect: () => ({ kind: 'pending', providerStatus: 'PENDING' }) })
const clock = ownClock()
let service: Service
let shop: Shop
before(async () => {
  const environment = { ROLE: 'api' }
  service = await startService({ clock, environment, providers: { live: provider } })
  shop = await openShop(service)
})
after(() => endStory(service))

async function lastCallback() {
  const [row] = await service.world.sql<{ outcome: string }[]>`
    select outcome from provider_callbacks order by id desc limit 1`
  return row
}

test('only the provider that carries a payment is believed about it, at its own door', async () => {
  const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  await workOnce(service)
  const callback = {
    ...{ event_id: randomUUID(), event_type: 'collection.success', provider_reference: reference },
    ...{ amount: '1500.00', currency: 'TZS', payment_status: 'COMPLETED' },
  }
  const raw = JSON.stringify(callback)
  const headers = { 'x-provider-signature': callbackSigner(service.world.vault)(raw) }
  for (const door of ['/sandbox', '/simulated', '']) {
    const told = await service.call(`/v1/webhooks/provider${door}`, { raw, headers })
    assert.deepEqual([told.body.data.outcome, told.body.data.status], ['discrepancy', null], door)
    const forged = await service.call(`/v1/webhooks/provider${door}`, { raw })
    assert.equal(inShort(forged), '404 not_found', door)
  }
  const told = await service.call('/v1/webhooks/provider/nobody', { raw, headers })
  assert.equal(inShort(told), '404 not_found')
  assert.equal((await shop.state(id, shop.liveKey)).status, 'processing')
})

test('a provider is heard in whatever content type it speaks, and kept as it came', async (t) => {
  const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  await workOnce(service)
  t.after(() => void delete provider.script.lookUp)
  provider.script.lookUp = () => succeeded(150_000n)
  const raw = JSON.stringify({ event_id: randomUUID(), provider_reference: reference })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml; charset=utf-16',
    'x',
  ]) {
    const told = await service.call('/v1/webhooks/provider/own', { raw, headers: { 'content-type': type } })
    assert.deepEqual(told.body.data, { event_id: null, outcome: 'hint', status: null }, type)
  }
  const kept = await service.world.sql<{ provider: string; body: Buffer; headers: Record<string, string> }[]>`
    select provider, body, headers from unproven_callbacks order by received_at desc, slot desc limit 1`
  assert.deepEqual(
    [kept[0]?.provider, String(kept[0]?.body), kept[0]?.headers['content-type']],
    ['own', raw, 'x'],
  )
  await workOnce(service)
  assert.equal((await shop.state(id, shop.liveKey)).status, 'successful', 'it was asked')
  const elsewhere = await service.call('/v1/collections', {
    raw,
    headers: { 'content-type': 'text/plain', 'idempotency-key': randomUUID() },
    key: shop.liveKey,
  })
  assert.equal(elsewhere.status, 415)
})

test('a provider is heard whatever its headers are, and none of them is taken for ours', async () => {
  const { provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  const told = await provider.tell(service, reference, succeeded(150_000n), {
    headers: { 'idempotency-key': 'evt_1', authorization: 'TOY bWFsaXBv', cookie: 'a=b', 'x-api-key': 'k' },
  })
  assert.equal(told.body.data.outcome, 'applied')
  const [kept] = await service.world.sql<{ headers: Record<string, string> }[]>`
    select headers from provider_callbacks order by id desc limit 1`
  const { authorization = '', ...shown } = kept?.headers ?? {}
  assert.equal(service.world.vault.open(Buffer.from(authorization, 'base64')), 'TOY bWFsaXBv')
  assert.deepEqual(
    [shown['idempotency-key'], shown.cookie, shown['x-api-key']],
    ['evt_1', undefined, undefined],
  )
})

test('a provider that calls from outside has 6000 calls a minute, and everybody else at these doors 300', async (t) => {
  const limited = await startService({
    environment: { RATE_LIMIT: 'on', ROLE: 'api' },
    providers: { live: provider },
  })
  t.after(() => limited.stop())
  const limitAt = async (door: string) => {
    const raw = JSON.stringify({ event_id: randomUUID(), provider_reference: 'MLP0' })
    return (await limited.call(`/v1/webhooks/provider/${door}`, { raw })).headers.get('ratelimit-limit')
  }
  assert.deepEqual(
    [await limitAt('own'), await limitAt('OWN'), await limitAt('simulated'), await limitAt('nobody')],
    ['6000', '6000', '300', '300'],
  )
})

test('what was stored by somebody who died is as genuine as before, by whatever header', async () => {
  const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  const read = provider.readCallback
  const [world, crashPoint] = [service.world, service.world.crashPoint]
  provider.readCallback = (raw) => {
    const callback = read(raw)
    const { authorization, 'signed-fields': fields } = raw.headers
    return callback && { ...callback, isGenuine: authorization === 'TOY 1' && fields === 'all' }
  }
  world.crashPoint = (point) => {
    if (point === 'callback.stored') throw new Error('killed')
  }
  try {
    const headers = { authorization: 'TOY 1', 'signed-fields': 'all' }
    const first = await provider.tell(service, reference, succeeded(150_000n), { headers, isGenuine: false })
    assert.equal(first.status, 500)
    delete world.crashPoint
    clock.pass(60_000)
    await service.parts.callbacks.takeDue()
    assert.equal((await lastCallback())?.outcome, 'applied')
    assert.equal((await shop.state(id, shop.liveKey)).status, 'successful')
  } finally {
    provider.readCallback = read
    if (crashPoint) world.crashPoint = crashPoint
  }
})

test('a live callback without a good signature moves nothing, and makes us ask the provider', async () => {
  const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  await workOnce(service)
  const asked = provider.questions.length
  await provider.tell(service, reference, succeeded(), { isGenuine: false })
  assert.equal((await shop.state(id, shop.liveKey)).status, 'processing')
  await workOnce(service)
  assert.deepEqual(provider.questions.slice(asked), [reference])
  assert.equal((await shop.state(id, shop.liveKey)).status, 'processing')
  await workOnce(service)
  assert.equal(provider.questions.length, asked + 1, 'one hint is one question')
})

test('two hundred forged callbacks make us ask once in 30 s, and leave schedule and lease alone', async () => {
  provider.script.lookUp = () => ({ kind: 'pending', providerStatus: 'PENDING' })
  const made = await shop.push({}, { key: shop.liveKey })
  await workOnce(service)
  const schedule = () =>
    service.world.sql`select due_at, attempts, lease from collections where id = ${String(made.id)}`
  const before = await schedule()
  const questions = () => provider.questions.filter((one) => one === made.provider_reference).length
  const asked = questions()
  const forge = async (times: number) => {
    const told = Array.from({ length: times }, () =>
      provider.tell(service, made.provider_reference, declined, { isGenuine: false }),
    )
    for (const answer of await Promise.all(told)) {
      assert.deepEqual([answer.status, answer.body.data.outcome], [200, 'hint'])
    }
    await lookAgain(service.parts)
  }
  await forge(100)
  await forge(100)
  assert.equal(questions(), asked + 1, 'whoever repeats it waits')
  clock.pass(30_000)
  await lookAgain(service.parts)
  assert.equal(questions(), asked + 2, 'and is not forgotten')
  clock.pass(30_000)
  await lookAgain(service.parts)
  assert.equal(questions(), asked + 2, 'nor asked about for ever')
  assert.deepEqual([...(await schedule())], [...before])
  assert.equal((await shop.state(made.id, shop.liveKey)).status, 'processing')
  await forgetLookUps(service.world.sql, new Date(clock.now().getTime() + 60_000))
  const left = await service.world.sql`select from due_look_ups where subject_id = ${String(made.id)}`
  assert.equal(left.length, 0, 'nothing is left behind')
})

test('a hint that comes while the provider is being asked is not lost', async () => {
  const made = await shop.push({}, { key: shop.liveKey })
  await workOnce(service)
  const hint = () => provider.tell(service, made.provider_reference, declined, { isGenuine: false })
  const questions = () => provider.questions.filter((one) => one === made.provider_reference).length
  const asked = questions()
  provider.script.lookUp = async () => {
    await hint()
    return { kind: 'pending', providerStatus: 'PENDING' }
  }
  await hint()
  await lookAgain(service.parts)
  provider.script.lookUp = () => succeeded(150_000n)
  clock.pass(30_000)
  await lookAgain(service.parts)
  assert.equal(questions(), asked + 2)
  assert.equal((await shop.state(made.id, shop.liveKey)).status, 'successful')
})

test('a hint about what is paid already is followed too: it may have been taken back', async () => {
  const made = await shop.push({}, { key: shop.liveKey })
  await provider.tell(service, made.provider_reference, succeeded(150_000n))
  provider.script.lookUp = () => ({ kind: 'reversed', providerStatus: 'REVERSED' })
  await provider.tell(service, made.provider_reference, declined, { isGenuine: false })
  await lookAgain(service.parts)
  assert.equal((await shop.state(made.id, shop.liveKey)).status, 'reversed')
})

/** How many rows a table has. */
async function rowsIn(table: 'provider_callbacks' | 'unproven_callbacks'): Promise<number> {
  return (await service.world.sql.unsafe(`select from ${table}`)).length
}

test('two hundred unsigned posts about a payout make one look-up, and leave one row that goes again', async () => {
  const till = await openTill(service)
  const { id } = await till.submit({})
  await (await openDesk(service)).decide(id, 'approve')
  provider.script.payOut = () => ({ kind: 'pending', providerStatus: 'ACCEPTED' })
  provider.script.lookUpPayOut = () => ({ kind: 'pending', providerStatus: 'ACCEPTED' })
  await chaseWithdrawals(service.parts)
  const reference = referenceOf(id)
  const [asked, kept] = [provider.payOutQuestions.length, await rowsIn('provider_callbacks')]
  const posts = Array.from({ length: 200 }, () =>
    provider.tell(service, reference, declined, { about: 'disbursement', isGenuine: false }),
  )
  for (const told of await Promise.all(posts)) assert.equal(told.body.data.outcome, 'hint')
  await lookAgain(service.parts)
  assert.equal(provider.payOutQuestions.length, asked + 1)
  assert.equal(await rowsIn('provider_callbacks'), kept)
  assert.equal(await till.status(id), 'PROCESSING')
})

test('what nobody has proven is kept in a ring, and what is too long for the provider not at all', async () => {
  const { provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
  const post = (padding: number, door = 'own') => {
    const raw = JSON.stringify({ event_id: 'e', provider_reference: reference, padding: 'x'.repeat(padding) })
    return service.call(`/v1/webhooks/provider/${door}`, { raw })
  }
  const proven = await rowsIn('provider_callbacks')
  for (let round = 0; round < 10; round += 1) {
    const posts = await Promise.all(Array.from({ length: 30 }, () => post(16_000)))
    assert.deepEqual(new Set(posts.map(inShort)), new Set(['200']))
  }
  const [ring] = await service.world.sql<{ rows: number; bytes: number; longest: number }[]>`
    select count(*)::int as rows, sum(length(body))::int as bytes, max(bytes) as longest from unproven_callbacks
    where provider = 'own'`
  assert.ok(ring && ring.rows <= 200 && ring.bytes <= 200 * 4_096, JSON.stringify(ring))
  assert.ok(ring.longest > 16_000, 'how long it was is told')
  assert.equal(await rowsIn('provider_callbacks'), proven)
  for (const [padding, door] of [
    [16_384, 'own'],
    [65_536, 'own'],
    [262_144, 'own'],
    [70_000, 'nobody'],
  ] as const) {
    const refused = await post(padding, door)
    assert.equal(inShort(refused), '413 body_too_large', `${padding} to ${door}`)
    assert.match(String(refused.body.error?.message), padding < 65_536 ? /16 KiB/ : /(16|64) KiB/)
  }
  const long = JSON.stringify({ provider_reference: reference, padding: 'x'.repeat(70_000) })
  assert.equal(inShort(await service.call('/v1/webhooks/provider', { raw: long })), '413 body_too_large')
  assert.equal(await rowsIn('provider_callbacks'), proven)
})
