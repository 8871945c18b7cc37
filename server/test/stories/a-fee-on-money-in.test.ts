import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { resolveCollections } from '../../src/collections/resolve-collections.ts'
import { type Service, startService } from '../service.ts'
import { hireAdmin } from './money/admin.ts'
import { endStory } from './money/books.ts'
import { declined, ownClock, ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { balanceOf, dataOf, type Fields, inWords, openShop, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

const provider = ownProvider({ collect: () => ({ kind: 'pending', providerStatus: 'PENDING' }) })
const reversal = { kind: 'reversed', providerStatus: 'REVERSED' } as const
const clock = ownClock()
let service: Service
let admin: Awaited<ReturnType<typeof hireAdmin>>
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  admin = await hireAdmin(service)
})
after(() => endStory(service))

const setRule = (shop: { merchantId: string }, body: Fields, channel = 'COLLECTION') =>
  admin.call(`/v1/admin/merchants/${shop.merchantId}/pricing-rules/${channel}`, 'live', {
    method: 'PUT',
    body: { label: 'Own', percentage: '0', ...body },
  })

async function shopWithFee(body: Fields): Promise<Shop> {
  const shop = await openShop(service)
  assert.equal((await setRule(shop, body)).status, 200)
  return shop
}

async function sell(shop: Shop, amount: string) {
  const { id, provider_reference: reference } = await shop.push({ amount }, { key: shop.liveKey })
  await workOnce(service)
  const { body } = await provider.tell(service, reference, succeeded())
  assert.equal(body.data.outcome, 'applied', JSON.stringify(body))
  return { id, reference }
}

test('a sale is credited whole, and the fee is taken right after it', async () => {
  const shop = await shopWithFee({ percentage: '1.5', flat_fee: '0.50', processor_charge: '9' })
  await sell(shop, '1000.00')
  assert.deepEqual(inWords(await shop.transactions('live')), [
    'credit collection 1000.00 → 1000.00',
    'debit collection_fee 15.50 → 984.50',
  ])
  assert.deepEqual(await shop.balance('live'), balanceOf({ available: '984.50' }))
})

test('whoever has no rule, or one that costs nothing, pays nothing', async () => {
  const [none, free] = [await openShop(service), await shopWithFee({ processor_charge: '9' })]
  for (const shop of [none, free]) {
    await sell(shop, '1000.00')
    assert.deepEqual(inWords(await shop.transactions('live')), ['credit collection 1000.00 → 1000.00'])
  }
  await setRule(none, { percentage: '5' }, 'MOBILE_MONEY')
  await sell(none, '1.00')
  assert.deepEqual(await none.balance('live'), balanceOf({ available: '1001.00' }))
})

test('a reversal gives back the fee that was taken, whatever the fee is by now', async () => {
  const shop = await shopWithFee({ percentage: '10' })
  const { id, reference } = await sell(shop, '1000.00')
  await setRule(shop, { percentage: '50' })
  await Promise.all(Array.from({ length: 5 }, () => provider.tell(service, reference, reversal)))
  assert.deepEqual(inWords(await shop.transactions('live')), [
    'credit collection 1000.00 → 1000.00',
    'debit collection_fee 100.00 → 900.00',
    'credit collection_fee 100.00 → 1000.00',
    'debit collection_reversal 1000.00 → 0.00',
  ])
  assert.deepEqual(await shop.balance('live'), balanceOf({}))
  assert.deepEqual(await feesOf(shop), 0n)
  assert.deepEqual(await shop.events(id), ['collection.success', 'collection.reversed'])
})

test('a success and its reversal in one transaction take the fee and give it back', async () => {
  const shop = await shopWithFee({ percentage: '10' })
  const { id } = await shop.push({ amount: '1000.00' }, { key: shop.liveKey })
  const { world, parts } = service
  const words = [{ kind: 'succeeded', providerStatus: 'COMPLETED' } as const, reversal]
  const reports = words.map((word) => ({ collectionId: String(id), source: 'callback' as const, word }))
  await world.sql.begin((tx) => resolveCollections(tx, world, parts.registry, reports))
  assert.deepEqual(inWords(await shop.transactions('live')), [
    'credit collection 1000.00 → 1000.00',
    'debit collection_fee 100.00 → 900.00',
    'credit collection_fee 100.00 → 1000.00',
    'debit collection_reversal 1000.00 → 0.00',
  ])
  assert.deepEqual(await shop.balance('live'), balanceOf({}))
})

test('a sale from before the fee is reversed without one', async () => {
  const shop = await openShop(service)
  const { reference } = await sell(shop, '1000.00')
  await setRule(shop, { percentage: '10' })
  await provider.tell(service, reference, reversal)
  assert.equal((await shop.transactions('live')).length, 2)
  assert.deepEqual(await shop.balance('live'), balanceOf({}))
})

test('the fee is that of the hour of success, not of the hour of asking', async () => {
  const inAnHour = new Date(clock.now().getTime() + 3_600_000).toISOString()
  const shop = await shopWithFee({ percentage: '10', effective_from: inAnHour })
  await sell(shop, '100.00')
  const asked = await shop.push({ amount: '100.00' }, { key: shop.liveKey })
  await workOnce(service)
  clock.pass(3_600_000)
  await provider.tell(service, asked.provider_reference, succeeded())
  assert.deepEqual(await shop.balance('live'), balanceOf({ available: '190.00' }))
})

test('what is held costs when it is cleared, and what fails costs nothing', async () => {
  const shop = await shopWithFee({ percentage: '10' })
  await service.world.sql`update merchants set hold_threshold = 10000 where id = ${shop.merchantId}`
  const held = await sell(shop, '200.00')
  assert.deepEqual(await shop.balance('live'), balanceOf({ held: '200.00' }))
  const lost = await shop.push({ amount: '50.00' }, { key: shop.liveKey })
  await workOnce(service)
  await provider.tell(service, lost.provider_reference, declined)
  await admin.decide(held.id, 'clear')
  assert.deepEqual(inWords(await shop.transactions('live')).slice(-2), [
    'credit clearance_release 200.00 → 200.00',
    'debit collection_fee 20.00 → 180.00',
  ])
})

test('a fee above the sale is a debt, which its return repays', async () => {
  const shop = await shopWithFee({ flat_fee: '150' })
  const { reference } = await sell(shop, '100.00')
  assert.deepEqual(await shop.balance('live'), balanceOf({ receivable: '50.00' }))
  await provider.tell(service, reference, reversal)
  assert.deepEqual(await shop.balance('live'), balanceOf({}))
})

test('a rule for everybody reaches those without one of their own', async () => {
  const own = await shopWithFee({ percentage: '1' })
  const other = await openShop(service)
  const { sql } = service.world
  const at = clock.now()
  await sql`
    insert into pricing_rules (id, channel, version, label, percentage, flat_fee, processor_charge,
      processor_fee_pass_through, effective_from, created_at)
    values (${randomUUID()}, 'COLLECTION', 2, 'For all', 20000, 0, 0, true, ${at}, ${at})`
  for (const shop of [own, other]) await sell(shop, '100.00')
  assert.deepEqual(await own.balance('live'), balanceOf({ available: '99.00' }))
  assert.deepEqual(await other.balance('live'), balanceOf({ available: '98.00' }))
})

test('each rule that is set is a version, in the list and in the audit log', async () => {
  const shop = await openShop(service)
  const first = dataOf(await setRule(shop, { label: 'First', percentage: '2' }, 'bank_account'))
  const tiers = [
    { up_to: '50000', charge: '300' },
    { up_to: null, charge: '400.5' },
  ]
  const second = dataOf(await setRule(shop, { label: 'Second', processor_tiers: tiers }, 'BANK_ACCOUNT'))
  assert.deepEqual([first.version, first.percentage, second.version], [1, '2.0', 2])
  assert.deepEqual(second.processor_tiers, [
    { up_to: '50000.00', charge: '300.00' },
    { up_to: null, charge: '400.50' },
  ])
  const path = `/v1/admin/merchants/${shop.merchantId}/pricing-rules`
  const { items } = dataOf(await admin.call(`${path}?channel=BANK_ACCOUNT`)) as { items: Fields[] }
  assert.deepEqual(items.slice(0, 2), [second, first])
  assert.deepEqual(
    items.map(({ label }) => label),
    ['Second', 'First', 'Standard'],
  )
  assert.deepEqual(await admin.audited(first.id), [{ action: 'pricing_rule.set', actor_id: admin.adminId }])
})

test('no channel, no merchant and no order in the tiers are told apart', async () => {
  const shop = await openShop(service)
  assert.equal(inShort(await setRule(shop, {}, 'pigeon')), '404 not_found')
  assert.equal(inShort(await setRule({ merchantId: randomUUID() }, {})), '404 not_found')
  assert.equal(inShort(await setRule({ merchantId: 'nobody' }, {})), '404 not_found')
  const list = await admin.call(`/v1/admin/merchants/${randomUUID()}/pricing-rules`)
  assert.equal(inShort(list), '404 not_found')
  const tiers = [
    { up_to: null, charge: '1' },
    { up_to: '5', charge: '1' },
  ]
  const refused = await setRule(shop, { processor_tiers: tiers })
  assert.equal(inShort(refused), '422 validation_error')
  assert.equal(inShort(await setRule(shop, { percentage: '100.1' })), '422 validation_error')
  const path = `/v1/admin/merchants/${shop.merchantId}/pricing-rules/COLLECTION`
  const byOwner = await shop.dashboard(path, 'live', {
    method: 'PUT',
    body: { label: 'Free', percentage: '0' },
  })
  assert.equal(inShort(byOwner), '403 forbidden')
})

/** What we earned from a shop, which no endpoint of the shop shows. */
async function feesOf({ merchantId }: Shop): Promise<bigint | undefined> {
  const [row] = await service.world.sql<{ balance: bigint }[]>`
    select balance from ledger_accounts where merchant_id = ${merchantId} and kind = 'fees'`
  return row?.balance
}
