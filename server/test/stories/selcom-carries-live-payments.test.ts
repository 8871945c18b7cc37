import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Gateway } from '../../src/gateways/gateways.ts'
import { callbackSymptom } from '../../src/operator/callback-symptom.ts'
import { providerSymptoms } from '../../src/operator/provider-symptoms.ts'
import { tellTrial, tryProvider } from '../../src/operator/try-provider.ts'
import type { Clock } from '../../src/primitives/clock.ts'
import { chaseWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { type Carrier, openSelcomCarrier } from '../faults/carriers.ts'
import { assertNoSecrets } from '../providers/open-secrets.ts'
import { selcomKeys } from '../providers/selcom-defendant.ts'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { ownClock, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields, referenceOf as referenceOfCollection, type Step } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openUntrustedFront } from './parts/untrusted-front.ts'
import { type Desk, openDesk } from './payouts/desk.ts'
import { referenceOf } from './payouts/stage.ts'
import { openTill, type Till } from './payouts/till.ts'

const clock = ownClock()
let carrier: Carrier
let gateway: Gateway
let service: Service
let desk: Desk
let till: Till

before(async () => {
  carrier = await openSelcomCarrier(clock)
  gateway = carrier.gateway
  service = await startService({ clock, environment: { ROLE: 'api', ...carrier.environment } })
  carrier.serveAt(service.url)
  desk = await openDesk(service)
  till = await openTill(service, 100_000_000n)
})
after(() => endStory(service).finally(() => carrier.close()))

async function work(): Promise<void> {
  await workOnce(service)
  await chaseWithdrawals(service.parts)
}

/** Time passes there and here, and whatever is told has arrived. */
async function pass(ms: number): Promise<void> {
  clock.pass(ms)
  gateway.advance()
  await gateway.post.settled()
}

async function push(body: Fields = {}, path = 'ussd-push') {
  const wish = { amount: '1500', customer_phone: '255754345678', ...body }
  const { id } = await till.collect(path, wish, { key: till.liveKey })
  await work()
  return { id, reference: referenceOfCollection(id) }
}

async function payOut(body: Fields = {}) {
  const { id } = await till.submit(body)
  assert.equal(inShort(await desk.decide(id, 'approve')), '200')
  await work()
  return { id, reference: referenceOf(id) }
}

const sentAbout = (call: string, reference: string) =>
  gateway.calls.filter((one) => one.call === call && one.body.includes(reference)).length

/** Where a collection is, and by whom it got there. */
async function endOf(id: unknown): Promise<string> {
  const path = `/v1/merchants/${till.merchantId}/collections/${id}`
  const last = (dataOf(await till.dashboard(path, 'live')).history as Step[]).at(-1)
  return `${last?.to} by ${last?.source}`
}

for (const [path, call] of [
  ['ussd-push', 'wallet-payment'],
  ['stk-push', 'wallet-payment'],
  ['provider-pesa-push', 'selcompesa-payment'],
] as const) {
  test(`${path}: ordered, pushed, hinted at, looked up, successful`, async () => {
    const { id, reference } = await push({}, path)
    assert.equal(await endOf(id), 'processing by caller')
    await pass(1_000)
    assert.equal(await endOf(id), 'processing by caller', 'nobody has signed what was told')
    await work()
    assert.equal(await endOf(id), 'successful by look_up')
    assert.deepEqual([sentAbout('create-order', reference), sentAbout(call, reference)], [1, 1])
  })
}

test('a code is shown exactly as it came, is scanned, and paid', async () => {
  const { id, qr_payload: payload } = await till.collect(
    'dynamic-qr',
    { amount: '2500' },
    { key: till.liveKey },
  )
  const order = gateway.book.find('order', referenceOfCollection(id))
  assert.equal(payload, order?.notes.qr)
  assert.ok(gateway.scan(String(payload), '255754345678'))
  await pass(1_000)
  await work()
  assert.equal(await endOf(id), 'successful by look_up')
})

test('who declines, who has too little, and whose number is none fail with their reasons', async () => {
  const last = { declined: '02', refused: '03', invalid_number: '17' }
  for (const [code, digits] of Object.entries(last)) {
    const { id } = await push({ customer_phone: `2557000000${digits}` })
    await pass(60_000)
    await work()
    const { status, failure_code: shown } = await till.state(id, till.liveKey)
    assert.deepEqual([status, shown], ['failed', code])
  }
})

test('what was completed and then taken back is reversed, and the merchant has what it had', async () => {
  const before = await till.balance('live')
  const { id, reference } = await push()
  await pass(1_000)
  await work()
  assert.equal(await endOf(id), 'successful by look_up')
  const order = gateway.book.find('order', reference)
  assert.ok(order && gateway.book.end(order, 'reversed'))
  await till.refresh(id, till.liveKey)
  assert.equal(await endOf(id), 'reversed by look_up')
  assert.deepEqual(await till.balance('live'), before)
})

test('less than Mixx by Yas takes is sent all the same, because numbers are ported, and is refused by whoever knows', async () => {
  const small = await push({ amount: '999', customer_phone: '255712345678' })
  const { status, failure_code: code, failure_message: message } = await till.state(small.id, till.liveKey)
  assert.deepEqual([status, code], ['failed', 'limit'])
  assert.equal(message, 'A payment needs 100 shillings at least, and 1000 on Mixx by Yas.')
  const ported = await push({ amount: '999', customer_phone: '255700000001' })
  await pass(1_000)
  await work()
  assert.equal(await endOf(ported.id), 'successful by look_up')
})

test('a bank that it does not reach is not available, and refused before anything is made', async () => {
  const wish = { ...bankAccount, destination_code: 'STANDARD_CHARTERED', bank_name: 'Standard Chartered' }
  const refused = await till.ask(wish)
  assert.equal(inShort(refused), '422 validation_error')
  assert.match(
    JSON.stringify(refused.body.error.details),
    /STANDARD_CHARTERED is not paid to .*GET .v1.destinations/,
  )
  const quote = {
    amount: '10000',
    method: 'BANK_ACCOUNT',
    destination_code: 'STANDARD_CHARTERED',
    destination_identifier: '0150001234500',
  }
  const quoted = await till.dashboard('/v1/merchant/withdrawals/quote', 'live', { body: quote })
  assert.equal(inShort(quoted), '422 validation_error')
  const { items } = dataOf(await till.call('/v1/destinations', { key: till.liveKey }))
  const unavailable = (items as Fields[]).filter(({ available }) => available === false)
  assert.deepEqual(
    unavailable.map(({ destination_code: code }) => code),
    ['STANDARD_CHARTERED'],
  )
  const sandbox = dataOf(await till.call('/v1/destinations'))
  assert.ok((sandbox.items as Fields[]).every(({ available }) => available === true))
})

const bankAccount = {
  method: 'BANK_ACCOUNT',
  destination_code: 'CRDB',
  destination_phone: undefined,
  bank_account_number: '0150001234500',
  bank_account_name: 'Asha Juma',
  bank_name: 'CRDB',
}

for (const [product, body] of [
  ['walletcashin', {}],
  ['qwiksend', bankAccount],
  ['selcompesa', { method: 'PROVIDER_PESA', destination_code: 'PROVIDER_PESA' }],
] as const) {
  test(`${product}: paid at once, or looked up at its own counter, and secrets are kept`, async () => {
    const float = gateway.book.float()
    const atOnce = await payOut(body)
    assert.equal((await till.path(atOnce.id)).at(-1), 'PROCESSING → SUCCESS by reply')
    gateway.faults.add({ fault: 'in_progress', on: product, times: 1 })
    const later = await payOut(body)
    assert.equal(await till.status(later.id), 'PROCESSING')
    await pass(60_000)
    await work()
    assert.equal((await till.path(later.id)).at(-1), 'PROCESSING → SUCCESS by look_up')
    assert.equal(gateway.book.float(), float - 2_000_000n)
    for (const { id, reference } of [atOnce, later]) {
      assert.equal(gateway.book.find(product, reference)?.state, 'paid')
      assert.equal(sentAbout(product, reference), 1)
      const exchanges = (await desk.story(id)).exchanges as unknown[]
      assert.ok(exchanges.length > 0)
      assertNoSecrets(exchanges, [selcomKeys.apiKey, selcomKeys.apiSecret, selcomKeys.floatPin])
    }
  })
}

test('a payout that was turned away for our address is sent again by hand, and paid once', async () => {
  const { id, reference } = await payOut({ destination_phone: '255700000105' })
  assert.equal(await till.status(id), 'BLOCKED_IP_WHITELIST')
  assert.equal(inShort(await desk.decide(id, 'retry')), '200')
  await work()
  assert.equal(await till.status(id), 'SUCCESS')
  assert.equal(gateway.book.find('walletcashin', reference)?.state, 'paid')
})

/** What the doctor says of Selcom, line by line. */
async function examined(
  change: { apiSecret?: string; floatPin?: string; clock?: Clock } = {},
  patienceMs = 5_000,
) {
  const { config, world } = service.parts
  const selcom = config.providers.selcom && { ...config.providers.selcom, ...change }
  const settings = { ...config, providers: { ...config.providers, selcom } }
  const found = await providerSymptoms(settings, { ...world, clock: change.clock ?? clock }, patienceMs)
  return Object.fromEntries(found.map(({ check, state, details }) => [check, `${state}: ${details}`]))
}

test('the doctor finds that Selcom knows us, when it is, what lies there, and that what it tells would arrive', async () => {
  const kept = await service.world.sql`select 1 from unproven_callbacks`
  const booked = gateway.book.all().length
  const found = await examined()
  assert.equal(found['selcom credentials'], 'ok: it knows us')
  assert.equal(found['selcom clock'], 'ok: its time is ours')
  assert.equal(found['selcom address'], 'ok: it talks to us')
  assert.match(found['selcom float'] ?? '', /^ok: TZS [0-9.]+ there, 0\.00 approved and not sent$/)
  assert.match(
    found['selcom callbacks'] ?? '',
    /^warning: .* arrives here, but without https, and at an address that nobody reaches from outside$/,
  )
  assert.equal((await service.world.sql`select 1 from unproven_callbacks`).length, kept.length)
  assert.equal(gateway.book.all().length, booked)
})

test('the doctor tells a wrong key from a wrong PIN, a strange address, a wrong clock and silence', async () => {
  const key = await examined({ apiSecret: 'wrong' })
  assert.match(key['selcom credentials'] ?? '', /^failure: it refuses us \(401: Invalid digest\)/)
  const pin = await examined({ floatPin: 'wrong' })
  assert.match(pin['selcom credentials'] ?? '', /^failure: it refuses us \(403: Invalid vendor or pin\)/)
  assert.match(pin['selcom float'] ?? '', /^warning: it does not say/)
  const ahead = await examined({ clock: { now: () => new Date(clock.now().getTime() + 400_000) } })
  assert.match(ahead['selcom credentials'] ?? '', /Timestamp out of range/)
  assert.match(ahead['selcom clock'] ?? '', /^warning: ours is 40[01] s ahead of its own: set the clock/)
  gateway.faults.add({ fault: 'clock_skew', times: 1 })
  assert.match((await examined())['selcom clock'] ?? '', /^warning: ours is 3(599|600) s behind its own/)
  gateway.faults.add({ fault: 'address_refused' })
  const strange = await examined()
  assert.match(strange['selcom address'] ?? '', /^failure: it does not talk to our address: give it the one/)
  assert.match(strange['selcom credentials'] ?? '', /^warning: not known/)
  gateway.faults.clear()
  gateway.faults.add({ fault: 'outage' })
  assert.match((await examined())['selcom credentials'] ?? '', /^warning: nobody knows: .*gave no answer/)
  gateway.faults.clear()
  gateway.faults.add({ fault: 'silent_before' })
  const silent = await examined({}, 200)
  assert.match(silent['selcom credentials'] ?? '', /^warning: nobody knows: no answer in time/)
  assert.match(silent['selcom float'] ?? '', /^warning: it does not say: no answer in time/)
  gateway.faults.clear()
})

test('the doctor says that payouts wait for our address, and that the float is too small for what is approved', async () => {
  gateway.faults.add({ fault: 'address_refused', on: 'walletcashin', times: 1 })
  const { id } = await payOut()
  const found = await examined()
  assert.match(found['selcom address'] ?? '', /^warning: 1 payouts were turned away .*\/retry$/)
  assert.match(found['selcom float'] ?? '', /^ok: TZS [0-9.]+ there, 10000\.00 approved and not sent$/)
  gateway.faults.add({ fault: 'garbage', on: 'balance' })
  assert.match((await examined())['selcom float'] ?? '', /^warning: it does not say/)
  gateway.faults.clear()
  assert.equal(inShort(await desk.decide(id, 'retry')), '200')
  await work()
  assert.equal(await till.status(id), 'SUCCESS')
})

test('where the public address leads elsewhere, or nowhere, the doctor says so', async () => {
  const reach = (baseUrl: string) => callbackSymptom({ ...service.world, baseUrl }, 'selcom', 2_000)
  const elsewhere = await reach(gateway.url)
  assert.equal(elsewhere.state, 'failure')
  assert.match(elsewhere.details, /is answered with 404 by somebody else/)
  assert.match((await reach('http://127.0.0.1:65531')).details, /nobody answers .*ECONNREFUSED/)
  assert.match((await reach('http://pay.invalid')).details, /its name leads nowhere/)
  assert.match((await reach(service.url)).details, /arrives here, but without https/)
})

test('a certificate that nobody vouches for is refused, with the reason', async () => {
  const front = await openUntrustedFront()
  try {
    const { state, details } = await callbackSymptom(
      { ...service.world, baseUrl: front.url },
      'selcom',
      2_000,
    )
    assert.equal(state, 'failure')
    assert.match(details, /its certificate is refused \(DEPTH_ZERO_SELF_SIGNED_CERT\): renew it/)
  } finally {
    front.close()
  }
})

test('a trial shows what was asked, signed and answered, and no secret of it', async () => {
  const { config, world } = service.parts
  const trial = await tryProvider(config, world, 'selcom')
  assert.equal(trial.verdict, 'ok')
  assert.equal(trial.exchanges.length, 2)
  const told = tellTrial(trial)
  assert.match(told, /"signed": "timestamp=.*&order_id=MLQ/)
  assert.match(told, /"signed": "timestamp=.*&pin=\*\*\*\*&transid=MLQ/)
  assert.match(told, /selcom: ok\. It knows us/)
  assertNoSecrets(trial, [
    selcomKeys.apiKey,
    btoa(selcomKeys.apiKey),
    selcomKeys.apiSecret,
    selcomKeys.floatPin,
  ])
  await assert.rejects(tryProvider(config, world, 'clickpesa'), /not set up here/)
  await assert.rejects(
    tryProvider(config, world, 'nobody'),
    /Nobody is called nobody\. Those who are: simulated/,
  )
})

test('its book and ours agree on every payment and payout that came about', async () => {
  const theirs = gateway.book.all().filter(({ state }) => state === 'paid')
  const ours = await service.world.sql<{ reference: string; amount: bigint }[]>`
    select provider_reference as reference, amount from collections where status = 'successful' and provider = 'selcom'
    union all select provider_reference, amount from withdrawals where status = 'SUCCESS' and provider = 'selcom'`
  const lines = (rows: readonly { reference: string; amount: bigint }[]) =>
    rows.map(({ reference, amount }) => `${reference} ${amount}`).sort()
  assert.ok(theirs.length > 8)
  assert.deepEqual(lines(ours), lines(theirs))
})
