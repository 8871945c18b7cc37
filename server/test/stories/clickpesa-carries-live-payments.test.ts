import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Gateway } from '../../src/gateways/gateways.ts'
import { chaseWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { type Carrier, openClickpesaCarrier } from '../faults/carriers.ts'
import { testAccount } from '../providers/clickpesa/clickpesa-defendant.ts'
import { assertNoSecrets } from '../providers/open-secrets.ts'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { ownClock, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields, referenceOf as referenceOfCollection, type Step } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
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
  carrier = await openClickpesaCarrier(clock)
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

async function push(body: Fields = {}) {
  const { id } = await till.push(body, { key: till.liveKey })
  await work()
  return { id, reference: referenceOfCollection(id) }
}

async function payOut(body: Fields = {}) {
  const { id } = await till.submit(body)
  assert.equal(inShort(await desk.decide(id, 'approve')), '200')
  await work()
  return { id, reference: referenceOf(id) }
}

const ordersOf = (reference: string) =>
  gateway.calls.filter(({ line, body }) => line.startsWith('POST') && body.includes(reference)).length

/** Where a collection is, and by whom it got there. */
async function endOf(id: unknown): Promise<string> {
  const path = `/v1/merchants/${till.merchantId}/collections/${id}`
  const [step] = (dataOf(await till.dashboard(path, 'live')).history as Step[]).slice(-1)
  return `${step?.to} by ${step?.source}`
}

test('a push is paid, and the signed news of it is believed', async () => {
  const { id, reference } = await push()
  assert.equal(await endOf(id), 'processing by caller')
  await pass(1_000)
  assert.equal(await endOf(id), 'successful by callback')
  assert.equal(ordersOf(reference), 1)
  assert.deepEqual(
    gateway.post.sent().map(({ status }) => status),
    [200],
  )
})

test('a push that was declined or has run out fails with its reason', async () => {
  const [declined, broke] = [
    await push({ customer_phone: '255700000002' }),
    await push({ customer_phone: '255700000003' }),
  ]
  await pass(1_000)
  const shown = await Promise.all([declined, broke].map(({ id }) => till.state(id, till.liveKey)))
  assert.deepEqual(
    shown.map(({ status, failure_code: code }) => `${status} ${code}`),
    ['failed declined', 'failed insufficient_funds'],
  )
})

test('nobody answers for a while, and then somebody pays, unheard: it is looked up', async () => {
  const { id, reference } = await push({ customer_phone: '255700000005' })
  await pass(30_000)
  await work()
  assert.equal(await endOf(id), 'processing by caller')
  gateway.faults.add({ fault: 'callback_lost', times: 1 })
  const entry = gateway.book.find('payment', reference)
  assert.ok(entry && gateway.book.end(entry, 'paid'))
  await pass(3_600_000)
  assert.equal(await endOf(id), 'processing by caller')
  await work()
  assert.equal(await endOf(id), 'successful by look_up')
  assert.equal(ordersOf(reference), 1)
  await service.parts.exchanges.written()
  const { items } = dataOf(await desk.call(`/v1/admin/collections/${id}/exchanges`, 'live'))
  const exchanges = items as Fields[]
  assert.deepEqual(
    exchanges.map(({ call, kind }) => `${call} ${kind}`),
    ['look_up succeeded', 'collect pending'],
  )
  assertNoSecrets(exchanges, [testAccount.apiKey, testAccount.checksumKey])
})

test('news that nobody signed is asked about, and the answer counts', async () => {
  const { id } = await push()
  gateway.faults.add({ fault: 'callback_unsigned', times: 1 })
  await pass(1_000)
  assert.equal(await endOf(id), 'processing by caller')
  await work()
  assert.equal(await endOf(id), 'successful by look_up')
})

const bankAccount = {
  method: 'BANK_ACCOUNT',
  destination_code: 'CRDB',
  destination_phone: undefined,
  bank_account_number: '0150001234500',
  bank_account_name: 'Asha Juma',
  bank_name: 'CRDB',
}

test('payouts to a wallet and to a bank arrive once, and what went over the wire is kept without secrets', async () => {
  const float = gateway.book.float()
  for (const [body, bic] of [
    [{}, undefined],
    [bankAccount, 'CORUTZTZ'],
  ] as const) {
    const { id, reference } = await payOut(body)
    assert.equal(await till.status(id), 'PROCESSING')
    await pass(1_000)
    assert.equal((await till.path(id)).at(-1), 'PROCESSING → SUCCESS by callback')
    const entry = gateway.book.find('payout', reference)
    assert.deepEqual([entry?.state, entry?.amount, entry?.notes.bic], ['paid', 1_000_000n, bic])
    assert.equal(ordersOf(reference), 1)
    const exchanges = (await desk.story(id)).exchanges as unknown[]
    assert.ok(exchanges.length > 0)
    assertNoSecrets(exchanges, [testAccount.apiKey, testAccount.checksumKey])
  }
  assert.equal(gateway.book.float(), float - 2_000_000n)
})

test('a payout that comes back is failed, and one to a bank without a code is refused', async () => {
  const before = await till.balance('live')
  const returned = await payOut({ destination_phone: '255700000102' })
  await pass(1_000)
  assert.equal((await till.path(returned.id)).at(-1), 'PROCESSING → FAILED by callback')
  const unreached = await till.ask({ ...bankAccount, destination_code: 'FINCA', bank_name: 'FINCA' })
  assert.equal(inShort(unreached), '422 validation_error')
  assert.deepEqual(await till.balance('live'), before)
})

test('a payout that is put off is sent again under its reference, and paid once', async () => {
  gateway.faults.add({ fault: 'put_off', times: 1 })
  const { id, reference } = await payOut()
  assert.equal(await till.status(id), 'PROCESSING')
  assert.equal(gateway.book.find('payout', reference), null)
  await pass(60_000)
  await work()
  await pass(1_000)
  assert.equal((await till.path(id)).at(-1), 'PROCESSING → SUCCESS by callback')
  assert.equal(ordersOf(reference), 2)
})

test('a payout that was paid and then came back is a contradiction for a person', async () => {
  gateway.faults.add({ fault: 'reversed', times: 1 })
  const { id } = await payOut()
  await pass(1_000)
  assert.equal(await till.status(id), 'SUCCESS')
  await pass(1_000)
  assert.equal(await till.status(id), 'SUCCESS')
  assert.deepEqual(
    (await desk.contradictions(id)).map(({ kind }) => kind),
    ['failure_after_success'],
  )
})

test('its book and ours agree on every payment and payout that ended', async () => {
  const paid = gateway.book
    .all()
    .filter(({ state }) => state === 'paid')
    .map(({ reference }) => reference)
  const ours = await service.world.sql<{ reference: string }[]>`
    select provider_reference as reference from collections where status = 'successful' and provider = 'clickpesa'
    union all select provider_reference from withdrawals where status = 'SUCCESS' and provider = 'clickpesa'`
  const reversed = gateway.book.all().filter(({ state }) => state === 'reversed')
  assert.equal(reversed.length, 1)
  const theirs = [...paid, ...reversed.map(({ reference }) => reference)]
  assert.deepEqual(ours.map(({ reference }) => reference).sort(), theirs.sort())
})
