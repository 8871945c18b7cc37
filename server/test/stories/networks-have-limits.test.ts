import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { payerOf } from './checkout/payer.ts'
import { endStory } from './money/books.ts'
import { ownClock, ownProvider } from './money/own-provider.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openDesk } from './payouts/desk.ts'
import { openTill, type Till } from './payouts/till.ts'

const shillings = (least: bigint, most: bigint) => ({
  smallest: 100n,
  least: 100n * least,
  most: 100n * most,
})
const rules = { refunds: { way: 'pay_out' }, float: 'separate' } as const

let service: Service
let till: Till
let other: Till
let desk: Awaited<ReturnType<typeof openDesk>>
before(async () => {
  const one = ownProvider({
    name: 'one',
    can: {
      ...rules,
      amounts: shillings(100n, 5_000_000n),
      leastOn: { 'Mixx by Yas': 100_000n },
      payOuts: {
        methods: ['MOBILE_MONEY'],
        currencies: ['TZS'],
        amounts: shillings(1_000n, 3_000_000n),
        destinations: ['MPESA', 'MIXX_BY_YAS'],
        hours: { from: '06:00', to: '22:00' },
      },
    },
  })
  const two = ownProvider({
    name: 'two',
    refund: () => ({ kind: 'pending', providerStatus: 'ACCEPTED' }),
    can: {
      methods: ['USSD_PUSH'],
      amounts: shillings(500n, 9_000_000n),
      payOuts: {
        methods: ['MOBILE_MONEY', 'BANK_ACCOUNT'],
        currencies: ['TZS'],
        amounts: shillings(2_000n, 8_000_000n),
      },
      refunds: { way: 'native', partial: true, days: null, amounts: shillings(50n, 700n) },
      tellsNamesOf: ['MOBILE_MONEY'],
    },
  })
  const named = { ...two, lookUpName: async () => ({ kind: 'found', name: 'ASHA JUMA' }) as const }
  service = await startService({
    clock: ownClock(),
    environment: { ROLE: 'api' },
    providers: { live: one },
    adapters: { two: () => named },
  })
  till = await openTill(service)
  other = await openTill(service)
  desk = await openDesk(service)
})
after(() => endStory(service))

type Shown = Record<'collections' | 'payouts' | 'refunds', Fields | null> & Fields

async function networks(who: Till, query = '', key = who.liveKey): Promise<Shown[]> {
  return dataOf(await who.call(`/v1/networks${query}`, { key })).items as Shown[]
}
async function network(who: Till, code: string, key = who.liveKey): Promise<Shown> {
  return (await networks(who, '', key)).find((one) => one.destination_code === code) ?? assert.fail()
}
const limits = (shown: Fields | null) =>
  shown && [shown.min_amount, shown.max_amount, shown.step, shown.hours].filter((one) => one !== null)

test('limits are those of whoever carries it; a network may ask for more than its provider', async () => {
  const mpesa = await network(till, 'MPESA')
  assert.deepEqual(limits(mpesa.collections), ['100.00', '5000000.00', '1.00'])
  assert.deepEqual(limits(mpesa.payouts), ['1000.00', '3000000.00', '1.00', { from: '06:00', to: '22:00' }])
  assert.deepEqual(mpesa.refunds, mpesa.payouts, 'what goes back is paid out')
  assert.equal(mpesa.name_look_up, false)
  const mixx = await network(till, 'MIXX_BY_YAS')
  assert.deepEqual(limits(mixx.collections), ['1000.00', '5000000.00', '1.00'])
  const airtel = await network(till, 'AIRTEL_MONEY')
  assert.deepEqual([airtel.payouts, airtel.refunds], [null, null])
  const bank = await network(till, 'CRDB')
  assert.deepEqual([bank.collections, bank.payouts], [null, null])
  assert.equal((await networks(till, '?method=BANK_ACCOUNT')).length, 38)
})

test('they are told the same where an amount is refused', async () => {
  const payout = await till.ask({ amount: '500' })
  assert.equal(inShort(payout), '422 amount_not_supported')
  const { min_amount: least, max_amount: most, step } = payout.body.error.details as Fields
  assert.deepEqual([least, most, step], ['1000.00', '3000000.00', '1.00'])
  const body = { amount: '50.00', customer_phone: '0671000111' }
  const push = await till.order('ussd-push', body, { key: till.liveKey })
  assert.equal(inShort(push), '422 amount_not_supported')
  const { collections } = await network(till, 'MIXX_BY_YAS')
  assert.equal((push.body.error.details as Fields).min_amount, collections?.min_amount)
})

test('who is routed elsewhere has other limits, and of several what any of them carries', async () => {
  const route = (providers: string[]) =>
    desk.call('/v1/admin/provider-routes', 'live', {
      method: 'PUT',
      body: { merchant_id: other.merchantId, providers },
    })
  assert.equal(inShort(await route(['two'])), '200')
  const alone = await network(other, 'MPESA')
  assert.deepEqual(limits(alone.collections), ['500.00', '9000000.00', '1.00'])
  assert.deepEqual(limits(alone.payouts), ['2000.00', '8000000.00', '1.00'])
  assert.deepEqual(limits(alone.refunds), ['50.00', '700.00', '1.00'], 'it returns its own payments')
  const bank = await network(other, 'CRDB')
  assert.deepEqual([alone.name_look_up, bank.name_look_up], [true, false])
  assert.deepEqual(limits(bank.payouts), ['2000.00', '8000000.00', '1.00'])
  assert.equal(inShort(await route(['two', 'one'])), '200')
  const both = await network(other, 'MPESA')
  assert.deepEqual(limits(both.collections), ['100.00', '9000000.00', '1.00'])
  assert.deepEqual(limits(both.payouts), ['1000.00', '8000000.00', '1.00'])
  assert.deepEqual(limits((await network(other, 'MIXX_BY_YAS')).collections), [
    ...['500.00', '9000000.00', '1.00'],
  ])
  assert.deepEqual(limits((await network(till, 'MPESA')).payouts)?.slice(0, 2), ['1000.00', '3000000.00'])
})

test('a key with a cap is told its own limit', async () => {
  const made = await till.dashboard(`/v1/merchants/${till.merchantId}/api-keys`, 'live', {
    body: { environment: 'live', name: 'Agent', payout_caps: { each: '20000.00' } },
  })
  const mpesa = await network(till, 'MPESA', String(dataOf(made).api_key))
  assert.deepEqual([mpesa.payouts?.max_amount, mpesa.refunds?.max_amount], ['20000.00', '3000000.00'])
})

test('a number hints at its network, and nobody is asked', async () => {
  const predict = async (phone: string) =>
    await till.call('/v1/networks/predict', { key: till.liveKey, body: { phone } })
  assert.deepEqual(dataOf(await predict('0712 345678'.replace(' ', ''))), {
    ...{ phone: '255712345678', destination_code: 'MIXX_BY_YAS', name: 'Mixx by Yas' },
  })
  assert.deepEqual(dataOf(await predict('+255755000111')).destination_code, 'MPESA')
  for (const nobody of ['0663000000', '254712345678', '123456789'])
    assert.equal(dataOf(await predict(nobody)).destination_code, null)
  for (const bad of ['', 'mpesa', '0712 345678', '12'])
    assert.equal(inShort(await predict(bad)), '422 validation_error')
})

test('in its sandbox a merchant says how a network does, for itself, and payouts wait there too', async () => {
  const patch = (body: Fields, code = 'MPESA', key = till.sandboxKey) =>
    till.call(`/v1/sandbox/networks/${code}`, { method: 'PATCH', key, body })
  const before = await network(till, 'MPESA', till.sandboxKey)
  assert.deepEqual(
    [before.payouts?.status, before.payouts?.since, before.refunds?.status],
    ['up', null, 'up'],
  )
  const down = { status: 'down', note: 'As in a storm' }
  const changed = dataOf(await patch({ payouts: down, collections: { status: 'slow' } })) as Shown
  assert.deepEqual(
    [changed.payouts?.status, changed.payouts?.note, changed.collections?.status],
    ['down', 'As in a storm', 'slow'],
  )
  assert.equal((await network(till, 'MPESA', till.sandboxKey)).payouts?.status, 'down')
  assert.equal((await network(other, 'MPESA', other.sandboxKey)).payouts?.status, 'up')
  assert.notEqual((await network(till, 'MPESA')).payouts?.status, 'down')
  assert.equal(inShort(await patch({ payouts: down }, 'MPESA', till.liveKey)), '403 forbidden')
  assert.equal(inShort(await patch({ payouts: down }, 'NOWHERE')), '404 not_found')
  assert.equal(inShort(await patch({})), '422 validation_error')
  assert.equal((dataOf(await patch({ payouts: null })) as Shown).payouts?.status, 'up')
})

test('pages of the sandbox warn of it before the choice', async () => {
  const made = await till.call('/v1/payment-links', {
    key: till.sandboxKey,
    body: { merchant_id: till.merchantId, amount: '25000.00' },
    headers: { 'idempotency-key': randomUUID() },
  })
  const page = await payerOf(service).load(new URL(String(dataOf(made).public_url)).pathname)
  assert.match(page.text, /M-Pesa is slow now\. Wait, or pay another way\./)
})
