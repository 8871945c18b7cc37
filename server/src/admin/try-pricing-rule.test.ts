import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import type { Database } from '../database/database.ts'
import { feeLegs, moneyIn, post } from '../ledger/ledger.ts'
import { idsFrom } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import { vaultFrom } from '../primitives/seal.ts'
import { tryPricingRule } from './try-pricing-rule.ts'

let database: TestDatabase
let sql: Database
/** The first minute of the day in Dar es Salaam. */
const midnight = new Date('2026-11-14T21:00:15Z')
let at = midnight
const newId = idsFrom({ now: () => at })
const shops = Array.from({ length: 12 }, () => newId())
const [first = '', second = ''] = shops

before(async () => {
  database = await createTestDatabase()
  sql = database.sql
  for (const [place, id] of shops.entries()) {
    await sql`
      insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
      values (${id}, ${`Shop ${place}`}, 'verified', true, ${Buffer.from('sealed')}, ${midnight}, ${midnight})`
  }
  await collect(first, 100_000n, 1_500n)
  await collect(first, 50_000n, 0n, 'DYNAMIC_QR')
  for (const [place, shop] of shops.slice(1).entries()) await collect(shop, BigInt(place + 1) * 10_000n, 0n)
  await collect(first, 70_000n, 0n, 'USSD_PUSH', { status: 'failed' })
  await collect(first, 70_000n, 0n, 'USSD_PUSH', { environment: 'sandbox' })
  await collect(first, 70_000n, 0n, 'USSD_PUSH', { currency: 'KES' })
  // Ids never go back, so this one is found by its time alone.
  at = new Date('2026-11-14T20:59:45Z')
  await collect(first, 900_000n, 0n)
  at = midnight
  await withdraw(first, 100_000n, 1_000n)
  await withdraw(second, 500_000n, 5_000n)
})
after(() => database.drop())

type Odd = { status?: string; environment?: string; currency?: string }

async function collect(shop: string, amount: bigint, fee: bigint, method = 'USSD_PUSH', odd: Odd = {}) {
  const { status = 'successful', environment = 'live', currency = 'TZS' } = odd
  const id = newId()
  await sql`
    insert into collections (id, merchant_id, environment, family, method, status, amount, currency, provider, provider_reference,
      created_at, updated_at, completed_at)
    values (${id}, ${shop}, ${environment}, 'B', ${method}, ${status}, ${amount}, ${currency}, 'own', ${id}, ${at}, ${at}, ${at})`
  if (fee === 0n) return
  const vault = vaultFrom('a secret for tests that is long enough to be one')
  const world = { sql, clock: { now: () => at }, newId, vault, baseUrl: 'http://localhost' }
  const of = { merchantId: shop, environment: 'live', currency: 'TZS', collectionId: id } as const
  await sql.begin((tx) =>
    post(tx, world, [
      {
        ...of,
        cause: `${id} in`,
        type: 'collection',
        direction: 'credit',
        amount,
        ...moneyIn('own', amount),
      },
      { ...of, cause: `${id} fee`, type: 'collection_fee', direction: 'debit', amount: fee, ...feeLegs(fee) },
    ]),
  )
}

async function withdraw(shop: string, amount: bigint, charges: bigint) {
  const id = newId()
  await sql`
    insert into withdrawals (id, merchant_id, environment, method, status, amount, currency, destination_code, destination_name,
      destination_identifier, pricing_rule_id, percentage_fee, flat_fee, processor_charge, processor_fee_pass_through,
      total_charges, total_reserved, provider, provider_reference, sent_at, created_at, updated_at, completed_at)
    values (${id}, ${shop}, 'live', 'MOBILE_MONEY', 'SUCCESS', ${amount}, 'TZS', 'MPESA', 'Asha', '255712345678',
      '00000000-0000-7000-8000-000000000001', ${charges}, 0, 0, true, ${charges}, ${amount + charges}, 'own', ${id}, ${at}, ${at},
      ${at}, ${at})`
}

const day = { from: '2026-11-15', to: '2026-11-15' }
const rule = { ...day, channel: 'COLLECTION', percentage: '2', flat_fee: '1' } as const

test('what was charged stands beside what would have been, by way and by merchant', async () => {
  const { kinds, merchants, ...rest } = await tryPricingRule(sql, 'live', { ...rule, merchant_id: first })
  const both = { payments: 2, fees_now: '15.00', fees_then: '32.00', difference: '17.00' }
  assert.deepEqual(rest, {
    ...{ channel: 'COLLECTION', currency: 'TZS', ...both },
    ...{ truncated: false, oldest_counted_at: midnight.toISOString() },
  })
  assert.deepEqual(
    new Map(kinds.map(({ kind, ...sums }) => [kind, sums])),
    new Map([
      ['USSD_PUSH', { payments: 1, fees_now: '15.00', fees_then: '21.00', difference: '6.00' }],
      ['DYNAMIC_QR', { payments: 1, fees_now: '0.00', fees_then: '11.00', difference: '11.00' }],
    ]),
  )
  assert.deepEqual(merchants, [{ merchant_id: first, merchant_name: 'Shop 0', ...both }])
})

test('of all merchants the ten are shown that it changes most, be it to less', async () => {
  const { payments, merchants } = await tryPricingRule(sql, 'live', { ...rule, flat_fee: '0' })
  assert.equal(payments, 13)
  assert.deepEqual(
    merchants.map(({ merchant_name: name, difference }) => `${name} ${difference}`),
    [11, 10, 9, 8]
      .map((place) => `Shop ${place} ${place * 2}.00`)
      .concat('Shop 0 15.00', ...[7, 6, 5, 4, 3].map((place) => `Shop ${place} ${place * 2}.00`)),
  )
  const free = await tryPricingRule(sql, 'live', { ...rule, percentage: '0', flat_fee: '0' })
  assert.deepEqual([free.difference, free.merchants[0]?.merchant_name], ['-15.00', 'Shop 0'])
})

test('payouts are charged with the processor, by the size of each, as real ones are', async () => {
  const tiers = [
    { up_to: '1000', charge: '3' },
    { up_to: null, charge: '7.50' },
  ]
  const wish = { ...day, channel: 'MOBILE_MONEY', percentage: '0.5', processor_tiers: tiers } as const
  const passedOn = await tryPricingRule(sql, 'live', wish)
  assert.deepEqual([passedOn.payments, passedOn.fees_now, passedOn.fees_then], [2, '60.00', '40.50'])
  const absorbed = await tryPricingRule(sql, 'live', { ...wish, processor_fee_pass_through: false })
  assert.equal(absorbed.fees_then, '30.00')
})

test('batches come to the same, and more than the most are told of', async () => {
  const whole = await tryPricingRule(sql, 'live', rule)
  for (const atOnce of [1, 2, 13, 14]) {
    assert.deepEqual(
      await tryPricingRule(sql, 'live', rule, { mostPayments: 13, atOnce }),
      whole,
      `${atOnce}`,
    )
    const part = await tryPricingRule(sql, 'live', rule, { mostPayments: 12, atOnce })
    assert.deepEqual([part.payments, part.truncated], [12, true], `${atOnce}`)
  }
})

test('days, environments and currencies are told apart', async () => {
  const paid = async (change: object, environment: 'live' | 'sandbox' = 'live') =>
    (await tryPricingRule(sql, environment, { ...rule, merchant_id: first, ...change })).payments
  assert.equal(await paid({ from: '2026-11-14' }), 3)
  assert.equal(await paid({ from: '2026-11-14', to: '2026-11-14' }), 1)
  assert.equal(await paid({}, 'sandbox'), 1)
  assert.equal(await paid({ currency: 'KES' }), 1)
  assert.equal(await paid({ from: '2026-01-01', to: '2026-01-02' }), 0)
})

test('periods that are none or too long, tiers in no order and merchants that do not exist are refused', async () => {
  const codeOf = (change: object) =>
    tryPricingRule(sql, 'live', { ...rule, ...change }).then(
      () => 'none',
      (error) => (error instanceof Refusal ? error.code : error),
    )
  assert.equal(await codeOf({ from: '2026-11-16' }), 'validation_error')
  assert.equal(await codeOf({ from: '2026-08-16' }), 'none')
  assert.equal(await codeOf({ from: '2026-08-15' }), 'validation_error')
  const tiers = [{ up_to: null, charge: '1' }]
  assert.equal(await codeOf({ processor_tiers: [...tiers, ...tiers] }), 'validation_error')
  assert.equal(await codeOf({ merchant_id: newId() }), 'not_found')
})
