import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import {
  type Channel,
  channelFrom,
  findRules,
  listRules,
  type RuleBody,
  setRule,
  showRule,
} from './pricing.ts'

let database: TestDatabase
let world: World
let adminId: string
const noon = new Date('2026-06-01T12:00:00Z')
const later = (hours: number) => new Date(noon.getTime() + hours * 3_600_000)

before(async () => {
  database = await createTestDatabase({ poolSize: 20 })
  const clock = { now: () => noon }
  const vault = vaultFrom('a secret for tests that is long enough to be one')
  world = { sql: database.sql, clock, newId: idsFrom(systemClock), vault, baseUrl: 'http://localhost' }
  adminId = world.newId()
  await world.sql`
    insert into users (id, name, email, created_at, updated_at)
    values (${adminId}, 'Admin', 'admin@malipo.test', ${noon}, ${noon})`
})
after(() => database.drop())

async function newMerchant(): Promise<string> {
  const id = world.newId()
  await world.sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    values (${id}, 'Shop', 'verified', true, ${Buffer.from('sealed')}, ${noon}, ${noon})`
  return id
}

const set = (merchantId: string, body: Partial<RuleBody> = {}, channel: Channel = 'MOBILE_MONEY') =>
  world.sql.begin((tx) =>
    setRule(tx, world, { adminId }, merchantId, channel, { label: 'Own', percentage: '1.5', ...body }),
  )

async function labelsAt(at: Date, ...wanted: [merchantId: string, channel: Channel][]): Promise<string[]> {
  const rules = await findRules(
    world.sql,
    at,
    wanted.map(([merchantId, channel]) => ({ merchantId, channel })),
  )
  return rules.map(({ label, version }) => `${label} ${version}`)
}

test('without a rule of its own a merchant has the standard one', async () => {
  const id = await newMerchant()
  const [rule] = await findRules(world.sql, noon, [{ merchantId: id, channel: 'BANK_ACCOUNT' }])
  assert.ok(rule)
  const { percentage, flat_fee, processor_charge, label, merchant_id, effective_from } = showRule(rule)
  assert.deepEqual(
    { percentage, flat_fee, processor_charge, label, merchant_id, effective_from },
    {
      percentage: '1.0',
      flat_fee: '0.00',
      processor_charge: '0.00',
      label: 'Standard',
      merchant_id: null,
      effective_from: '2026-01-01T00:00:00.000Z',
    },
  )
})

test('a rule is of one merchant and one channel, and many are found at once, in their order', async () => {
  const [own, none] = [await newMerchant(), await newMerchant()]
  await set(own)
  const wanted: [string, Channel][] = [
    [none, 'MOBILE_MONEY'],
    [own, 'MOBILE_MONEY'],
    [own, 'BANK_ACCOUNT'],
    [own, 'MOBILE_MONEY'],
  ]
  assert.deepEqual(await labelsAt(noon, ...wanted), ['Standard 1', 'Own 1', 'Standard 1', 'Own 1'])
  assert.deepEqual(await labelsAt(noon), [])
})

test('the latest that is in force counts, and of two from the same time the higher version', async () => {
  const id = await newMerchant()
  const at = (hours: number) => labelsAt(later(hours), [id, 'MOBILE_MONEY'])
  await set(id, { label: 'Far', effective_from: later(10).toISOString() })
  assert.deepEqual(await at(0), ['Standard 1'])
  await set(id, { label: 'Now' })
  await set(id, { label: 'Near', effective_from: later(5).toISOString() })
  await set(id, { label: 'Far again', effective_from: later(10).toISOString() })
  assert.deepEqual(await at(-1), ['Standard 1'])
  assert.deepEqual(await at(0), ['Now 2'])
  assert.deepEqual(await at(4.999), ['Now 2'])
  assert.deepEqual(await at(5), ['Near 3'])
  assert.deepEqual(await at(10), ['Far again 4'])
})

test('what is set is what is found, tiers and all', async () => {
  const id = await newMerchant()
  const made = await set(id, {
    percentage: '0.0125',
    flat_fee: '12.5',
    processor_charge: '9999999999999.99',
    processor_tiers: [
      { up_to: '50000', charge: '0' },
      { up_to: '9999999999999.99', charge: '300.05' },
      { up_to: null, charge: '7' },
    ],
    processor_fee_pass_through: false,
  })
  const [found] = await findRules(world.sql, noon, [{ merchantId: id, channel: 'MOBILE_MONEY' }])
  assert.deepEqual(found, made)
  assert.deepEqual(made.processorTiers, [
    { upTo: 5_000_000n, charge: 0n },
    { upTo: 999_999_999_999_999n, charge: 30_005n },
    { upTo: null, charge: 700n },
  ])
  const [row] = await world.sql`select set_by from pricing_rules where id = ${made.id}`
  assert.equal(row?.set_by, adminId)
})

test('what is left out is nothing, and the processor is passed on', async () => {
  const { flatFee, processorCharge, processorTiers, passThrough, effectiveFrom } = await set(
    await newMerchant(),
  )
  assert.deepEqual([flatFee, processorCharge, processorTiers, passThrough], [0n, 0n, null, true])
  assert.deepEqual(effectiveFrom, noon)
})

test('tiers that do not grow, or go on after the last, are refused', async () => {
  const id = await newMerchant()
  const wrong = [
    ['100', '100'],
    ['200', '100'],
    ['100', '100.00'],
    [null, '100'],
    ['100', null, null],
  ]
  for (const bounds of wrong) {
    const tiers = bounds.map((bound) => ({ up_to: bound, charge: '1' }))
    await assert.rejects(set(id, { processor_tiers: tiers }), (error) => {
      assert.ok(error instanceof Refusal)
      assert.equal((error.details as { field: string }[])[0]?.field, 'processor_tiers')
      return error.code === 'validation_error'
    })
  }
  assert.deepEqual(await labelsAt(noon, [id, 'MOBILE_MONEY']), ['Standard 1'])
})

test('twenty at once get twenty versions', async () => {
  const id = await newMerchant()
  const made = await Promise.all(Array.from({ length: 20 }, () => set(id)))
  assert.deepEqual(
    made.map(({ version }) => version).toSorted((a, b) => a - b),
    Array.from({ length: 20 }, (_, place) => place + 1),
  )
  assert.deepEqual(await labelsAt(noon, [id, 'MOBILE_MONEY']), ['Own 20'])
})

test('nobody sets a rule of a merchant that does not exist', async () => {
  await assert.rejects(set(world.newId()), (error) => error instanceof Refusal && error.code === 'not_found')
})

test('the list has the merchant’s own rules, newest first, then those for everybody', async () => {
  const [id, other] = [await newMerchant(), await newMerchant()]
  await set(other)
  await set(id, { label: 'First' })
  await set(id, { label: 'Second' })
  await set(id, { label: 'Banks' }, 'BANK_ACCOUNT')
  const labels = async (channel: Channel) =>
    (await listRules(world.sql, id, channel)).map(({ label }) => label)
  assert.deepEqual(await labels('MOBILE_MONEY'), ['Second', 'First', 'Standard'])
  assert.deepEqual(await labels('BANK_ACCOUNT'), ['Banks', 'Standard'])
})

test('a channel is known in any case of letters', () => {
  assert.equal(channelFrom('mobile_money'), 'MOBILE_MONEY')
  assert.equal(channelFrom('COLLECTION'), 'COLLECTION')
  assert.equal(channelFrom('pigeon'), null)
})
