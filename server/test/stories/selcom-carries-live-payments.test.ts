import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Gateway } from '../../src/gateways/gateways.ts'
import { chaseWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { type Carrier, openSelcomCarrier } from '../faults/carriers.ts'
import { assertNoSecrets } from '../providers/open-secrets.ts'
import { selcomKeys } from '../providers/selcom-defendant.ts'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { ownClock, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields, referenceOf as referenceOfCollection, type Step } from './money/shop.ts'
import { examineSelcom } from './parts/examine-selcom.ts'
import { inShort } from './parts/newcomers.ts'
import { showExchanges } from './parts/show-exchanges.ts'
import { type Desk, openDesk } from './payouts/desk.ts'
import { referenceOf } from './payouts/stage.ts'
import { openTill, type Till } from './payouts/till.ts'

/** Numbers of the sandbox: one pays a shilling more than it is asked for, one lets its phone ring. */
const [paysMore, ignores] = ['255700000012', '255700000005']

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

for (const fault of ['callback_signed', 'callback_unsigned'] as const) {
  test(`who pays another amount has not paid what was ordered, whatever a ${fault.replace('_', ' that is ')} says`, async () => {
    const before = await till.balance('live')
    gateway.faults.add({ fault, on: 'wallet-payment', times: 1 })
    const { id, reference } = await push({ customer_phone: paysMore })
    await pass(1_000)
    const [told] = gateway.post.sent().filter(({ body }) => body.includes(reference))
    assert.equal('digest' in (told?.headers ?? {}), fault === 'callback_signed')
    assert.match(told?.body ?? '', /"payment_status":"COMPLETED"/)
    assert.equal(await endOf(id), 'processing by caller', 'it was only hinted at')
    await work()
    assert.equal(await endOf(id), 'processing by caller')
    const [found, ...others] = await desk.discrepancies(id)
    assert.deepEqual([found?.kind, found?.theirs, others], ['other_amount', 'successful TZS 1501.00', []])
    assert.deepEqual(await till.balance('live'), before)
    assert.equal(inShort(await desk.settle(found?.id, { action: 'keep_ours', note: 'Given back.' })), '200')
    assert.equal(await endOf(id), 'failed by super_admin')
    assert.deepEqual(await till.balance('live'), before)
  })
}

test('a forged callback about a payment that nobody made moves nothing', async () => {
  const { id, reference } = await push({ customer_phone: ignores })
  const forged = { result: 'SUCCESS', resultcode: '000', order_id: reference, transid: 'X', amount: '1500' }
  for (const digest of ['AAAA', undefined]) {
    const answer = await fetch(`${service.url}/v1/webhooks/provider/selcom`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(digest && { digest }) },
      body: JSON.stringify({ ...forged, payment_status: 'COMPLETED' }),
    })
    assert.ok(answer.ok)
  }
  await work()
  assert.equal(await endOf(id), 'processing by caller')
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

showExchanges(() => ({ clock, gateway, service, desk, push, pass, work }))

examineSelcom(() => ({ clock, gateway, service, desk, till, payOut, work }))

test('its book and ours agree on every payment and payout that came about', async () => {
  const theirs = gateway.book.all().filter(({ state, party }) => state === 'paid' && party !== paysMore)
  const ours = await service.world.sql<{ reference: string; amount: bigint }[]>`
    select provider_reference as reference, amount from collections where status = 'successful' and provider = 'selcom'
    union all select provider_reference, amount from withdrawals where status = 'SUCCESS' and provider = 'selcom'`
  const lines = (rows: readonly { reference: string; amount: bigint }[]) =>
    rows.map(({ reference, amount }) => `${reference} ${amount}`).sort()
  assert.ok(theirs.length > 8)
  assert.deepEqual(lines(ours), lines(theirs))
})
