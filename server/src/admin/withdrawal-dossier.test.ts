import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { deposit } from '../ledger/ledger.ts'
import { openMerchants } from '../merchants/merchants.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { dossierOf } from './withdrawal-dossier.ts'

let nowMs = Date.parse('2026-11-15T00:00:00Z')
const clock = { now: () => new Date(nowMs) }
const dayMs = 24 * 3_600_000
const ownPhone = '255712000001'
let database: TestDatabase
let world: World
let merchantId: string
let adminId: string
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret of more than thirty-two letters')
  world = { sql: database.sql, clock, newId: idsFrom(clock), vault, baseUrl: 'http://localhost' }
  adminId = world.newId()
  await world.sql`
    insert into users (id, name, email, created_at, updated_at)
    values (${adminId}, 'Admin', 'admin@malipo.test', ${clock.now()}, ${clock.now()})`
})
after(() => database.drop())
beforeEach(async () => {
  nowMs += 2 * dayMs
  const order = { name: 'Duka', phone: ownPhone, ownerId: null, verificationStatus: 'verified' as const }
  const [merchant] = await world.sql.begin((tx) => openMerchants(tx, world, [order]))
  merchantId = merchant?.id ?? ''
})

const finals = ['SUCCESS', 'FAILED', 'REJECTED']

async function withdraw(given: Record<string, unknown> = {}): Promise<string> {
  const id = world.newId()
  const row = {
    ...{ id, merchant_id: merchantId, environment: 'live', method: 'MOBILE_MONEY' },
    ...{ status: 'PENDING_ADMIN_APPROVAL', amount: 100_000, currency: 'TZS', destination_code: 'MPESA' },
    ...{ destination_name: 'Asha Juma', destination_identifier: '255712345678' },
    ...{ pricing_rule_id: '00000000-0000-7000-8000-000000000001', percentage_fee: 1_000, flat_fee: 0 },
    ...{ processor_charge: 500, processor_fee_pass_through: true, total_charges: 1_500 },
    ...{ provider: 'simulated', provider_reference: `MLW${id}`, moves: 1, lease: 0, attempts: 0 },
    ...{
      created_at: clock.now(),
      updated_at: clock.now(),
      kind: 'withdrawal',
      awaits_batch: false,
      credit_note: true,
      reckoned: false,
      directed: false,
      written: 0,
      fee_returned: 0,
    },
    ...{ completed_at: finals.includes(String(given.status)) ? clock.now() : null, ...given },
  }
  const stored = { ...row, total_reserved: row.amount + row.total_charges }
  await world.sql`
    insert into withdrawals select * from json_populate_record(null::withdrawals, ${JSON.stringify(stored)}::json)`
  return id
}

const tell = (id: string, environment: 'live' | 'sandbox' = 'live') =>
  dossierOf(
    world.sql,
    world,
    id,
    { environment, adminId, hasSecondFactor: true, requestId: '' },
    {
      approvalsNeeded: ({ amount }) => (amount > 50_000n ? 2 : 1),
      registry: { payOutWaitsFor: () => null },
    },
  )
const hintsOf = async (id: string) => (await tell(id)).risk_hints.map(({ kind }) => kind)

test('the dossier tells who asked for what, and how often it is approved', async () => {
  const id = await withdraw()
  await world.sql`
    insert into withdrawal_approvals (withdrawal_id, approved_by, at) values (${id}, ${adminId}, ${clock.now()})`
  const dossier = await tell(id)
  assert.deepEqual([dossier.id, dossier.amount, dossier.total_reserved_amount], [id, '1000.00', '1015.00'])
  assert.deepEqual([dossier.merchant_name, dossier.approvals, dossier.approvals_needed], ['Duka', 1, 2])
  assert.equal(dossier.provider, 'simulated')
  assert.deepEqual(dossier.merchant, {
    merchant_id: merchantId,
    name: 'Duka',
    verification_status: 'verified',
    is_active: true,
    created_at: clock.now().toISOString(),
  })
})

test('the balance shows what is asked for and not approved, of this environment only', async () => {
  const book = { merchantId, environment: 'live', currency: 'TZS' } as const
  const money = { amount: 900_000n, cause: `test:${merchantId}`, reference: null, description: null }
  await world.sql.begin((tx) => deposit(tx, world, { ...book, ...money }))
  const id = await withdraw()
  const other = await withdraw({ status: 'INFO_REQUESTED' })
  await withdraw({ status: 'REJECTED' })
  await withdraw({ environment: 'sandbox' })
  const dossier = await tell(id)
  assert.deepEqual([dossier.balance.available, dossier.balance.pending_withdrawals], ['9000.00', '2030.00'])
  assert.deepEqual(
    dossier.other_pending.map((one) => one.id),
    [other],
  )
})

test('charges are explained as they were frozen, under the name of their rule', async () => {
  const { charges } = await tell(await withdraw())
  assert.deepEqual(
    charges.map(({ amount }) => amount),
    ['10.00', '0.00', '5.00', '15.00'],
  )
  assert.match(charges[0]?.because ?? '', /^Standard: 1\.0 % of 1000\.00/)
})

test('the history names the person who decided, and exchanges come in their order', async () => {
  const id = await withdraw()
  await world.sql`
    insert into withdrawal_history (withdrawal_id, seq, from_status, to_status, source, by_user, note, at) values
      (${id}, 2, 'PENDING_ADMIN_APPROVAL', 'REJECTED', 'super_admin', ${adminId}, 'No.', ${clock.now()}),
      (${id}, 1, null, 'PENDING_ADMIN_APPROVAL', 'caller', null, null, ${clock.now()})`
  for (const kind of ['pay_out', 'look_up'])
    await world.sql`
      insert into provider_exchanges (id, withdrawal_id, kind, request, response, at)
      values (${world.newId()}, ${id}, ${kind}, '{"to":"x"}', '"gone"', ${clock.now()})`
  const { history, exchanges } = await tell(id)
  const at = clock.now().toISOString()
  const decided = { by: 'admin@malipo.test', provider_payment_status: null, at }
  assert.deepEqual(history, [
    { ...decided, from: null, to: 'PENDING_ADMIN_APPROVAL', source: 'caller', note: null, by: null },
    { ...decided, from: 'PENDING_ADMIN_APPROVAL', to: 'REJECTED', source: 'super_admin', note: 'No.' },
  ])
  assert.deepEqual(exchanges, [
    { kind: 'pay_out', request: { to: 'x' }, response: 'gone', at },
    { kind: 'look_up', request: { to: 'x' }, response: 'gone', at },
  ])
})

test('what is unknown, nonsense, or of the other environment is not found', async () => {
  const id = await withdraw()
  await assert.rejects(tell(id, 'sandbox'), { code: 'not_found' })
  await assert.rejects(tell(world.newId()), { code: 'not_found' })
  await assert.rejects(tell('nonsense'), { code: 'not_found' })
})

test('a recipient is new until one payment to them succeeded', async () => {
  await withdraw({ status: 'FAILED' })
  const id = await withdraw({ status: 'SUCCESS' })
  assert.deepEqual(await hintsOf(id), ['new_recipient'])
  assert.deepEqual(await hintsOf(await withdraw()), [])
})

test('a number used before under another name is pointed out, its spelling is not', async () => {
  await withdraw({ status: 'SUCCESS' })
  assert.deepEqual(await hintsOf(await withdraw({ destination_name: ' ASHA  juma' })), [])
  const { risk_hints: hints } = await tell(await withdraw({ destination_name: 'Baraka Said' }))
  assert.deepEqual(
    hints.map(({ kind }) => kind),
    ['name_mismatch'],
  )
  assert.match(hints[0]?.text ?? '', /ASHA|Asha/)
})

test('an account number is another one at another bank', async () => {
  const bank = { method: 'BANK_ACCOUNT', pricing_rule_id: '00000000-0000-7000-8000-000000000002' }
  const account = { ...bank, destination_identifier: '0150123456' }
  await withdraw({ ...account, destination_code: 'CRDB', status: 'SUCCESS' })
  const elsewhere = { ...account, destination_code: 'NMB', destination_name: 'Baraka Said' }
  assert.deepEqual(await hintsOf(await withdraw(elsewhere)), ['new_recipient'])
})

test('five withdrawals in a day are many, and yesterday does not count', async () => {
  for (let at = 0; at < 4; at += 1) await withdraw({ status: 'SUCCESS' })
  assert.ok((await hintsOf(await withdraw())).includes('velocity'))
  nowMs += dayMs
  assert.deepEqual(await hintsOf(await withdraw()), [])
})

test('three times the largest success before is unusual, just below is not', async () => {
  await withdraw({ status: 'SUCCESS' })
  await withdraw({ status: 'FAILED', amount: 9_000_000 })
  assert.deepEqual(await hintsOf(await withdraw({ amount: 299_999 })), [])
  assert.deepEqual(await hintsOf(await withdraw({ amount: 300_000 })), ['unusual_amount'])
})

test("the merchant's own number is pointed out", async () => {
  assert.deepEqual(await hintsOf(await withdraw({ destination_identifier: ownPhone })), [
    'new_recipient',
    'own_phone',
  ])
})

const resultsOf = async (id: string) =>
  Object.fromEntries((await tell(id)).risk_checks.map(({ kind, result, found }) => [kind, [result, found]]))

test('what was looked at and is fine is told too, and what could not be compared is not called fine', async () => {
  assert.deepEqual(await resultsOf(await withdraw()), {
    new_recipient: ['look', null],
    name_mismatch: ['unchecked', null],
    velocity: ['fine', '1'],
    unusual_amount: ['unchecked', null],
    own_phone: ['fine', null],
  })
  await withdraw({ status: 'SUCCESS' })
  assert.deepEqual(await resultsOf(await withdraw({ destination_name: 'Baraka', amount: 400_000 })), {
    new_recipient: ['fine', null],
    name_mismatch: ['look', 'Asha Juma'],
    velocity: ['fine', '3'],
    unusual_amount: ['look', '1000.00'],
    own_phone: ['fine', null],
  })
  await world.sql`update merchants set phone = null where id = ${merchantId}`
  assert.deepEqual((await resultsOf(await withdraw())).own_phone, ['unchecked', null])
})

test('whether all that waits can be paid is told in figures', async () => {
  const book = { merchantId, environment: 'live', currency: 'TZS' } as const
  const money = { amount: 150_000n, cause: `can pay:${merchantId}`, reference: null, description: null }
  await world.sql.begin((tx) => deposit(tx, world, { ...book, ...money }))
  const id = await withdraw()
  const figures = { currency: 'TZS', available: '1500.00', this_one: '1015.00' }
  assert.deepEqual((await tell(id)).can_pay, { ...figures, others_pending: '0.00', short_by: '0.00' })
  await withdraw()
  assert.deepEqual((await tell(id)).can_pay, { ...figures, others_pending: '1015.00', short_by: '530.00' })
  const over = await withdraw({ status: 'REJECTED' })
  const { this_one, others_pending, short_by } = (await tell(over)).can_pay
  assert.deepEqual([this_one, others_pending, short_by], ['0.00', '2030.00', '530.00'])
})

test('what the caller may do is told before they try, and why not', async () => {
  const id = await withdraw()
  assert.deepEqual((await tell(id)).may_decide, {
    ...{ approve: true, ask: true, reject: true, resolve: false, retry: false, return_again: false },
    ...{ override_cooling: false, why: null },
  })
  const large = await withdraw({ amount: 900_000_000 })
  assert.equal((await tell(large)).may_decide.why, null, 'the first of two approvals takes no money')
  await world.sql`
    insert into withdrawal_approvals (withdrawal_id, approved_by, note, at)
    values (${large}, ${adminId}, 'Fine.', ${clock.now()})`
  const { may_decide: may, approved_by: approvals } = await tell(large)
  assert.deepEqual([may.approve, may.reject, may.why], [false, true, 'approved_by_you'])
  assert.deepEqual(approvals, [{ by: 'Admin', note: 'Fine.', at: clock.now().toISOString() }])
  await world.sql`
    insert into memberships (id, merchant_id, user_id, role, created_at)
    values (${world.newId()}, ${merchantId}, ${adminId}, 'viewer', ${clock.now()})`
  const { why, ...actions } = (await tell(id)).may_decide
  assert.deepEqual([Object.values(actions).some(Boolean), why], [false, 'member_of_merchant'])
})
