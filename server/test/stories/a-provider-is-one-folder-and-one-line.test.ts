import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Adapter } from '../../src/providers/providers.ts'
import { chaseWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { assertNoSecrets } from '../providers/open-secrets.ts'
import { openToyGateway, type ToyGateway, toyCallback } from '../providers/toy/gateway.ts'
import { openToy } from '../providers/toy/toy.ts'
import { type Reply, type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import {
  declined,
  type OwnProvider,
  ownClock,
  ownProvider,
  succeeded,
  workOnce,
} from './money/own-provider.ts'
import { dataOf, type Fields, referenceOf as referenceOfCollection, type Step } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { type Desk, openDesk } from './payouts/desk.ts'
import { accepted, referenceOf } from './payouts/stage.ts'
import { openTill, type Till } from './payouts/till.ts'

const clock = ownClock()
let gateway: ToyGateway
let older: OwnProvider
let earlier: Service
let service: Service
let desk: Desk
let till: Till
let oldCollection: { id: unknown; reference: string }
let oldPayOut: { id: unknown; reference: string }

before(async () => {
  gateway = await openToyGateway()
  older = ownProvider({
    name: 'older',
    collect: () => accepted,
    lookUp: () => accepted,
    payOut: () => accepted,
    lookUpPayOut: () => accepted,
  })
  earlier = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: older } })
  await makeOlderRows()
  // The one line: everything else of the toy is in its folder.
  const adapters: Record<string, Adapter> = { older: () => older }
  service = await startService({
    clock,
    adapters,
    providers: { live: openToy(gateway.settings) },
    database: earlier.database,
  })
})
after(async () => {
  await service.stop()
  await endStory(earlier)
  await gateway.close()
})

/** What was asked for while another provider carried live payments, and is still open. */
async function makeOlderRows(): Promise<void> {
  desk = await openDesk(earlier)
  till = await openTill(earlier)
  const { id } = await till.push({}, { key: till.liveKey })
  oldCollection = { id, reference: referenceOfCollection(id) }
  const { id: payOutId } = await till.submit({ amount: '1000' })
  assert.equal(inShort(await desk.decide(payOutId, 'approve')), '200')
  oldPayOut = { id: payOutId, reference: referenceOf(payOutId) }
  await workOnce(earlier)
  await chaseWithdrawals(earlier.parts)
  assert.deepEqual([older.orders.length, older.payOuts.length], [1, 1])
}

/** As the gateway posts its news: a form that nobody has signed. */
function tellOfToy(kind: 'push' | 'send', reference: string, code: string): Promise<Reply> {
  const { headers, body } = toyCallback(kind, reference, code)
  return service.call('/v1/webhooks/provider/toy', { raw: body, headers })
}

async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, what)
    await sleep(20)
  }
}

/** Whoever chases has set the next time only after its own call, so time passes for as long as we wait. */
function chased(what: string, isSo: () => Promise<boolean>): Promise<void> {
  return until(what, () => {
    clock.pass(5_000)
    return isSo()
  })
}

const ask = (path: string, body: Fields, key: string) =>
  service.call(path, {
    key,
    body: { merchant_id: till.merchantId, ...body },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })

test('a collection: pushed, hinted at, looked up, successful', async () => {
  const made = await ask(
    '/v1/collections/ussd-push',
    { amount: '1500', customer_phone: '0712345678' },
    till.liveKey,
  )
  assert.equal(made.status, 202, JSON.stringify(made.body))
  const id = made.body.data.id
  const reference = referenceOfCollection(id)
  await until('the gateway is asked', () => gateway.callsAbout(reference).length === 1)
  gateway.end('push', reference)
  // The form says that the customer declined; nobody signed it, so the gateway is asked, and says otherwise.
  const told = await tellOfToy('push', reference, '201')
  assert.deepEqual(told.body.data, { event_id: null, outcome: 'hint', status: null })
  await until('a worker asks', async () => (await till.state(id, till.liveKey)).status === 'successful')
  assert.deepEqual(gateway.callsAbout(reference), [`POST /pushes ${reference}`, `GET /pushes/${reference}`])
  const shown = await till.dashboard(`/v1/merchants/${till.merchantId}/collections/${id}`, 'live')
  assert.deepEqual(
    (dataOf(shown).history as Step[]).map(({ to, source }) => `${to} by ${source}`),
    ['processing by caller', 'successful by look_up'],
  )
})

test('a payout: approved, sent, looked up, SUCCESS', async () => {
  const shop = await openTill(service)
  const { id } = await shop.submit()
  const reference = referenceOf(id)
  assert.equal(inShort(await desk.decide(id, 'approve')), '200')
  await until('the gateway is asked to pay', () => gateway.callsAbout(reference).length > 0)
  gateway.end('send', reference)
  await chased('it is looked up', async () => (await shop.status(id)) === 'SUCCESS')
  assert.equal(gateway.callsAbout(reference).filter((call) => call.startsWith('POST')).length, 1)
  assert.deepEqual((await shop.path(id)).at(-1), 'PROCESSING → SUCCESS by look_up')
  const exchanges = (await desk.story(id)).exchanges as unknown[]
  assert.ok(exchanges.length >= 2, 'what was sent and what was asked is kept')
  assertNoSecrets(exchanges, [gateway.settings.key])
})

test('what the older one carries stays with the older one, and the toy moves nothing of it', async () => {
  for (const [kind, { reference }] of [
    ['push', oldCollection],
    ['send', oldPayOut],
  ] as const) {
    assert.equal(inShort(await tellOfToy(kind, reference, '000')), '404 not_found')
  }
  assert.equal((await till.state(oldCollection.id, till.liveKey)).status, 'processing')
  assert.equal(await till.status(oldPayOut.id), 'PROCESSING')

  older.script.lookUp = () => succeeded(150_000n)
  older.script.lookUpPayOut = () => succeeded(100_000n)
  const path = `/v1/collections/${oldCollection.id}/refresh-status`
  const refreshed = await service.call(path, { key: till.liveKey, method: 'POST' })
  assert.equal(refreshed.body.data.status, 'successful')
  await chased('the payout is looked up', async () => (await till.status(oldPayOut.id)) === 'SUCCESS')
  const contradiction = await older.tell(service, oldCollection.reference, declined)
  assert.equal(contradiction.body.data.outcome, 'discrepancy', 'it is still heard')
  for (const { reference } of [oldCollection, oldPayOut]) {
    assert.deepEqual(gateway.callsAbout(reference), [])
  }
  assert.deepEqual([older.orders.length, older.payOuts.length], [1, 1])
})

const refused: [string, string, Fields, string, RegExp][] = [
  ['cents', 'ussd-push', { amount: '1500.50' }, '422 amount_not_supported', /a multiple of 1\.00/],
  ['too little', 'ussd-push', { amount: '99' }, '422 amount_not_supported', /100\.00 or more/],
  ['too much', 'ussd-push', { amount: '3000001' }, '422 amount_not_supported', /3000000\.00 or less/],
  ['a code', 'dynamic-qr', { amount: '1500' }, '422 validation_error', /DYNAMIC_QR is not carried/],
  ['shillings of Kenya', 'stk-push', { currency: 'KES' }, '422 unsupported_currency', /Use TZS/],
]

for (const [what, path, change, code, limit] of refused) {
  test(`a collection of ${what} is refused with the limit that it meets, and nothing is created`, async () => {
    const phone = path === 'dynamic-qr' ? {} : { customer_phone: '0712345678' }
    const before = await countAll()
    const answer = await ask(`/v1/collections/${path}`, { amount: '1500', ...phone, ...change }, till.liveKey)
    assert.equal(inShort(answer), code)
    assert.match(JSON.stringify(answer.body.error), limit)
    assert.deepEqual(await countAll(), before)
  })
}

for (const [what, change, code, limit] of [
  ['cents', { amount: '1500.50' }, '422 amount_not_supported', /a multiple of 1\.00/],
  ['too little', { amount: '99' }, '422 amount_not_supported', /100\.00 or more/],
  [
    'a bank account',
    {
      method: 'BANK_ACCOUNT',
      destination_code: 'CRDB',
      destination_phone: undefined,
      bank_account_number: '0150001234500',
      bank_account_name: 'Asha Juma',
      bank_name: 'CRDB',
    },
    '422 validation_error',
    /BANK_ACCOUNT is not carried/,
  ],
] as [string, Fields, string, RegExp][]) {
  test(`a payout of ${what} is refused with the limit that it meets, and nothing is created`, async () => {
    const shop = await openTill(service)
    const before = await countAll()
    const answer = await shop.ask(change)
    assert.equal(inShort(answer), code, JSON.stringify(answer.body))
    assert.match(JSON.stringify(answer.body.error), limit)
    assert.deepEqual(await countAll(), before)
  })
}

async function countAll(): Promise<unknown> {
  const [row] = await service.world.sql`
    select (select count(*) from collections) as collections, (select count(*) from collection_tries) as tries,
      (select count(*) from withdrawals) as withdrawals, (select count(*) from idempotency_keys) as keys`
  // What was paid before may be looked up meanwhile.
  return { ...row, gateway: gateway.calls.filter((call) => call.startsWith('POST')).length }
}
