import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { walkCollection } from '../../test/walk-collection.ts'
import { connectDatabase, type Database, urlOfDatabase } from '../database/database.ts'
import { makeMerchant } from '../operator/operator.ts'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import { runChecks } from './check-books.ts'
import { referenceChecks } from './checks/reference-checks.ts'

const vault = vaultFrom('a secret for tests that is long enough to be one')
let database: TestDatabase
/** A superuser in the same database: nobody else gets past the triggers. */
let intruder: Database

before(async () => {
  database = await createTestDatabase()
  const { sql } = database
  const world = { sql, clock: systemClock, newId: idsFrom(systemClock), vault, baseUrl: 'http://localhost' }
  const [{ name } = { name: '' }] = await sql<{ name: string }[]>`select current_database() as name`
  const url = urlOfDatabase(database.adminUrl, name)
  intruder = connectDatabase({ url, poolSize: 1, applicationName: 'intruder' })
  await sql.begin(async (tx) => {
    const wish = { name: 'Shop', email: 'owner@shop.test', password: 'correct horse', isVerified: true }
    const { merchant_id: merchantId } = await makeMerchant(tx, world, wish)
    await walkCollection(tx, world, merchantId, ['created'])
  })
})
after(async () => {
  await intruder.end()
  await database.drop()
})

/** Which of these checks break by a damage that is undone afterwards. */
async function brokenBy(damage: string): Promise<string[]> {
  const undo = new Error('undone')
  const names = referenceChecks.map(({ check }) => check)
  let broken: string[] = []
  const damaged = intruder.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica')
    await tx.unsafe(damage)
    const findings = await runChecks(tx, vault)
    broken = findings.filter(({ check, holds }) => names.includes(check) && !holds).map(({ check }) => check)
    throw undo
  })
  await assert.rejects(damaged, undo)
  return broken
}

const aboutNothing = (column: string) => `
  insert into discrepancies (id, merchant_id, environment, ${column}, kind, ours, theirs, status, created_at)
  values (gen_random_uuid(), gen_random_uuid(), 'live', gen_random_uuid(), 'other_amount', 'ours', 'theirs', 'open', now())`
const customerOf = (merchant: string) => `
  insert into customers (id, merchant_id, environment, name, created_at)
    select id, ${merchant}, environment, 'Asha', created_at from collections;
  update collections set customer_id = id;`

/** A payout that names these, of which each is there unless another is given. */
const payoutOf = (named: { merchant_id?: string; asked_by?: string; pricing_rule_id?: string }) => `
  insert into withdrawals (id, merchant_id, asked_by, pricing_rule_id, environment, method, status, amount, currency,
    destination_code, destination_name, destination_identifier, percentage_fee, flat_fee, processor_charge,
    processor_fee_pass_through, total_charges, total_reserved, provider, provider_reference, created_at, updated_at)
  select gen_random_uuid(), ${named.merchant_id ?? '(select id from merchants limit 1)'},
    ${named.asked_by ?? '(select id from users limit 1)'}, ${named.pricing_rule_id ?? '(select id from pricing_rules limit 1)'},
    'sandbox', 'MOBILE_MONEY', 'PENDING_ADMIN_APPROVAL', 1000, 'TZS', 'mpesa', 'Asha', '255741000001', 0, 0, 0, false, 0, 1000,
    'sandbox', 'reference', now(), now()`
const nobody = 'gen_random_uuid()'

const damages: [check: string, damages: string[]][] = [
  [
    'a payment is of a customer of its merchant, if of any',
    [`update collections set customer_id = gen_random_uuid()`, customerOf('gen_random_uuid()')],
  ],
  [
    'a payout is of a merchant, by a person if by any, and at a price, all of whom are there',
    [
      payoutOf({ merchant_id: nobody }),
      payoutOf({ asked_by: nobody }),
      payoutOf({ pricing_rule_id: nobody }),
    ],
  ],
  [
    'what people ask about and decide is about payments and payouts that are there',
    [
      aboutNothing('collection_id'),
      aboutNothing('withdrawal_id'),
      `insert into withdrawal_approvals (merchant_id, withdrawal_id, approved_by, at)
         values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now())`,
    ],
  ],
]

test('each of these checks has its damage here, and what names those who are there is none', async () => {
  assert.deepEqual(
    damages.map(([check]) => check),
    referenceChecks.map(({ check }) => check),
  )
  assert.deepEqual(await brokenBy(customerOf('merchant_id')), [])
  assert.deepEqual(await brokenBy(payoutOf({})), [])
  assert.deepEqual(await brokenBy(payoutOf({ asked_by: 'null' })), [])
})

for (const [check, plants] of damages) {
  test(`damage is found: ${check}`, async () => {
    for (const plant of plants) assert.deepEqual(await brokenBy(plant), [check], plant)
  })
}
