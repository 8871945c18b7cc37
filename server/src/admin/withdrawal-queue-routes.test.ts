import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Environment } from '@malipo/contract'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import type { ListReply } from '../http/read-page.ts'
import { openMerchants } from '../merchants/merchants.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { queueRoutes } from './withdrawal-queue-routes.ts'

let nowMs = Date.parse('2026-11-15T00:00:00Z')
const clock = { now: () => new Date(nowMs) }
type Shown = { id: string; destination_name: string; merchant_name: string; approvals_needed: number }
let database: TestDatabase
let world: World
const merchants: Record<string, string> = {}
const ids: Record<string, string> = {}
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret of more than thirty-two letters')
  world = { sql: database.sql, clock, newId: idsFrom(clock), vault, baseUrl: 'http://localhost' }
  for (const name of ['Duka 100%', 'Shamba']) {
    const order = { name, ownerId: null, verificationStatus: 'verified' as const }
    const [merchant] = await world.sql.begin((tx) => openMerchants(tx, world, [order]))
    merchants[name] = merchant?.id ?? ''
  }
  await withdraw('Asha', { merchant_id: merchants['Duka 100%'] })
  await withdraw('Baraka_S', { destination_identifier: '255687654321', status: 'SUCCESS' })
  await withdraw('Chausiku', { method: 'BANK_ACCOUNT', destination_identifier: '0150123456' })
  await withdraw('Played', { environment: 'sandbox' })
})
after(() => database.drop())

async function withdraw(name: string, given: Record<string, unknown>): Promise<void> {
  nowMs += 3_600_000
  const id = world.newId()
  ids[name] = id
  const row = {
    ...{ id, merchant_id: merchants.Shamba, environment: 'live', method: 'MOBILE_MONEY' },
    ...{ status: 'PENDING_ADMIN_APPROVAL', amount: 100_000, currency: 'TZS', destination_code: 'MPESA' },
    ...{ destination_name: name, destination_identifier: '255712345678' },
    ...{ pricing_rule_id: '00000000-0000-7000-8000-000000000001', percentage_fee: 1_000, flat_fee: 0 },
    ...{
      processor_charge: 0,
      processor_fee_pass_through: true,
      total_charges: 1_000,
      total_reserved: 101_000,
    },
    ...{
      provider: 'simulated',
      provider_reference: `MLW-${name.toUpperCase()}`,
      moves: 1,
      lease: 0,
      attempts: 0,
    },
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
    ...{ completed_at: given.status === 'SUCCESS' ? clock.now() : null, ...given },
  }
  await world.sql`
    insert into withdrawals select * from json_populate_record(null::withdrawals, ${JSON.stringify(row)}::json)`
}

async function call<Reply>(id: string, given: object, environment: Environment = 'live'): Promise<Reply> {
  const found = queueRoutes(world, {
    approvalsNeeded: () => 1,
    registry: { payOutWaitsFor: () => null },
  }).find(({ operation }) => operation.id === id)
  assert.ok(found, id)
  return (await found.handle({
    query: {},
    params: {},
    caller: { user: { id: world.newId(), twoFactorEnabled: true } },
    requestId: 'req',
    environment: () => environment,
    lists: world.sql,
    ...given,
  } as never)) as Reply
}

const list = (query = {}, environment?: Environment) =>
  call<ListReply<Shown>>('adminListWithdrawals', { query }, environment)

async function found(query: object): Promise<string[]> {
  const { items, total } = await list(query)
  assert.equal(items.length, total)
  return items.map((one) => one.destination_name)
}

test('the queue shows one environment, newest first, with merchants and approvals', async () => {
  const { items, total } = await list()
  assert.deepEqual(
    items.map((one) => [one.destination_name, one.merchant_name, one.approvals_needed]),
    [
      ['Chausiku', 'Shamba', 1],
      ['Baraka_S', 'Shamba', 1],
      ['Asha', 'Duka 100%', 1],
    ],
  )
  assert.equal(total, 3)
  assert.equal((await list({}, 'sandbox')).items[0]?.destination_name, 'Played')
})

test('the queue is walked by cursor', async () => {
  const first = await list({ page_size: 2 })
  const second = await list({ page_size: 2, cursor: first.next_cursor })
  assert.deepEqual([second.items.map((one) => one.destination_name), second.next_cursor], [['Asha'], null])
})

test('each filter narrows the queue and its count', async () => {
  assert.deepEqual(await found({ status: 'SUCCESS' }), ['Baraka_S'])
  assert.deepEqual(await found({ method: 'BANK_ACCOUNT' }), ['Chausiku'])
  assert.deepEqual(await found({ merchant_id: merchants['Duka 100%'] }), ['Asha'])
  assert.deepEqual(await found({ from: '2026-11-15T02:00:00Z', to: '2026-11-15T03:00:00Z' }), ['Baraka_S'])
  assert.deepEqual(await found({ from: '2026-11-15T03:00:00+03:00', to: '2026-11-15T02:00:00Z' }), ['Asha'])
})

test('a search finds recipients, numbers, merchants and references', async () => {
  assert.deepEqual(await found({ search: 'CHAUS' }), ['Chausiku'])
  assert.deepEqual(await found({ search: '7654' }), ['Baraka_S'])
  assert.deepEqual(await found({ search: '0687654321' }), ['Baraka_S'])
  assert.deepEqual(await found({ search: 'duka' }), ['Asha'])
  assert.deepEqual(await found({ search: 'mlw-asha' }), ['Asha'])
})

test('what is searched for means itself, whatever LIKE or SQL would make of it', async () => {
  assert.deepEqual(await found({ search: '%' }), ['Asha'])
  assert.deepEqual(await found({ search: '_' }), ['Baraka_S'])
  assert.deepEqual(await found({ search: '\\' }), [])
  assert.deepEqual(await found({ search: "' or true --" }), [])
})

test('one withdrawal is read in its own environment only', async () => {
  const params = { withdrawal_id: ids.Asha }
  assert.equal((await call<Shown>('adminReadWithdrawal', { params })).id, ids.Asha)
  await assert.rejects(call('adminReadWithdrawal', { params }, 'sandbox'), { code: 'not_found' })
})
