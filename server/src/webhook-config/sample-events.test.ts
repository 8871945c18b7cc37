import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Environment, eventBody, eventTypes } from '@malipo/contract'
import { registryOf } from '../../test/registry-of.ts'
import { actorOf } from '../../test/simulation/kernel/actor-of.ts'
import { tellOfControlNumbers } from '../../test/tell-of-control-numbers.ts'
import { tellOfInvoices } from '../../test/tell-of-invoices.ts'
import { tellOfReceipts } from '../../test/tell-of-receipts.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import type { BatchStatus } from '../batches/batch-lifecycle.ts'
import type { BatchRow } from '../batches/batch-row.ts'
import { priceRows } from '../batches/draft-rows.ts'
import { judgeRows } from '../batches/judge-rows.ts'
import { moveBatch } from '../batches/move-batch.ts'
import { insertBatch, makeBatch } from '../batches/request-batch.ts'
import type { CollectionStatus } from '../collections/collection-lifecycle.ts'
import { type CollectionRow, typesFor } from '../collections/collection-row.ts'
import { draftCollection } from '../collections/draft-collection.ts'
import { moveCollections, stepsOf } from '../collections/move-collections.ts'
import { inColumns, namesOf } from '../database/database.ts'
import { validator } from '../http/http.ts'
import { deposit } from '../ledger/ledger.ts'
import { openMerchants } from '../merchants/merchants.ts'
import { findRules } from '../pricing/pricing.ts'
import { systemClock as clock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import { dayAt } from '../primitives/instant.ts'
import { vaultFrom } from '../primitives/seal.ts'
import { createSimulatedNetwork } from '../providers/providers.ts'
import { closeBooks, wantClosed } from '../statements/close-books.ts'
import { makeStatement } from '../statements/make-statement.ts'
import { prepareStatements } from '../statements/prepare-statements.ts'
import { draftWithdrawal } from '../withdrawals/draft-withdrawal.ts'
import { moveWithdrawals, stepOf } from '../withdrawals/move-withdrawals.ts'
import type { Source, WithdrawalStatus } from '../withdrawals/withdrawal-lifecycle.ts'
import type { WithdrawalRow } from '../withdrawals/withdrawal-row.ts'
import type { World } from '../world/world.ts'
import { sampleEvent } from './sample-events.ts'

type Told = { type: string; timestamp: string; data: Record<string, unknown> }

let database: TestDatabase
let world: World
let merchantId: string
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret of more than thirty-two letters')
  world = { sql: database.sql, clock, newId: idsFrom(clock), vault, baseUrl: 'http://localhost' }
  const order = { name: 'Duka', ownerId: null, verificationStatus: 'verified' as const }
  const [merchant] = await world.sql.begin((tx) => openMerchants(tx, world, [order]))
  merchantId = merchant?.id ?? ''
  for (const environment of ['live', 'sandbox'] as const) await announceAll(environment)
})
after(() => database.drop())

/** Everything that can be announced, through the doors that announce it. */
async function announceAll(environment: Environment): Promise<void> {
  await collect(environment, ['successful', 'reversed'])
  await collect(environment, ['failed'])
  await collect(environment, ['pending_clearance'])
  await collect(environment, ['successful'], true)
  await payOut(environment, ['PROCESSING', 'SUCCESS', 'REVERSED'])
  await payOut(environment, ['PROCESSING', 'FAILED'])
  await payOut(environment, ['INFO_REQUESTED'])
  await payOut(environment, ['PROCESSING', 'SUCCESS', 'REVERSED'], true)
  await payOut(environment, ['PROCESSING', 'FAILED'], true)
  await payOut(environment, ['REJECTED'], true)
  await payMany(environment, ['PROCESSING', 'DONE'])
  await payMany(environment, ['PROCESSING', 'PAUSED'])
  await payMany(environment, ['REJECTED'])
  await bill(environment)
  await state(environment)
  await tellOfReceipts(world, merchantId, environment)
}

/** A batch as it is told of; what becomes of its rows is told of those. */
async function payMany(environment: Environment, path: BatchStatus[]): Promise<void> {
  const desk = { world, registry: registryOf(networkOf(world)) }
  const actor = actorOf({ id: merchantId, name: 'Duka' }, environment, clock.now())
  const row = { amount: '10000', destination_code: 'MPESA', destination_identifier: '0712345678' }
  const given = ['A', 'B'].map((reference) => ({ ...row, reference, destination_name: 'Asha' }))
  await world.sql.begin(async (tx) => {
    const book = { merchantId, environment, currency: 'TZS', reference: null, description: null }
    await deposit(tx, world, { ...book, amount: 3_000_000n, cause: `batch ${world.newId()}` })
    const { rows } = await priceRows(tx, desk, actor, judgeRows(given, new Map()).rows)
    const made = makeBatch(desk, actor, { name: 'Salaries' }, rows, null)
    let batch: BatchRow = { ...made.batch, api_key_id: null }
    const unasked = made.rows.map((one) => ({ ...one, api_key_id: null }))
    await insertBatch(tx, world, actor, { batch, rows: unasked })
    for (const to of path) {
      const source = to === 'PROCESSING' || to === 'REJECTED' ? 'super_admin' : 'service'
      batch = await moveBatch(tx, world, { batch, to, source, byUser: null, note: null })
    }
  })
}

async function bill(environment: Environment): Promise<void> {
  const actor = actorOf({ id: merchantId, name: 'Duka' }, environment, clock.now())
  await tellOfInvoices(world, registryOf(networkOf(world)), actor)
  await tellOfControlNumbers(world, registryOf(networkOf(world)), actor)
}

/** The day of all that, as it is stated when it is over. */
async function state(environment: Environment): Promise<void> {
  const later = { ...world, clock: { now: () => new Date(clock.now().getTime() + 48 * 3_600_000) } }
  const day = dayAt(clock.now())
  const book = { merchantId, environment, currency: 'TZS' } as const
  await world.sql.begin(async (tx) => {
    await wantClosed(tx, later, book, day)
    await makeStatement(tx, later, { ...book, from: day, to: day, kind: 'requested' })
  })
  await closeBooks(later)
  await prepareStatements(later)
}

/** What becomes of a hosted collection when the customer picks a way to pay. */
const picked = { method: 'USSD_PUSH', status: 'processing', moves: 2, due_at: clock.now() } as const

function networkOf(world: World) {
  const { liveProvider: live, sandboxProvider: sandbox } = createSimulatedNetwork(world)
  return { live, sandbox }
}

async function collect(environment: Environment, path: CollectionStatus[], isHosted = false): Promise<void> {
  const registry = registryOf(networkOf(world))
  const method = isHosted ? null : 'USSD_PUSH'
  const draft = { family: 'B', method, amount: '1500', currency: 'TZS', phone: '0712345678' } as const
  const actor = actorOf({ id: merchantId, name: 'Duka' }, environment, clock.now())
  const drafted = draftCollection(world, registry, actor, draft)
  let collection: CollectionRow = { ...drafted, api_key_id: null, ...(isHosted && picked) }
  await world.sql.begin(async (tx) => {
    const types = typesFor([collection])
    await tx`
      insert into collections (${namesOf(types)})
      select ${namesOf(types)} from ${inColumns('drafted', [collection], types)}`
    for (const status of path) {
      const move = { collection, source: 'callback', providerStatus: 'COMPLETED', note: null } as const
      const steps = stepsOf({ ...move, path: [status] }, clock.now())
      await moveCollections(tx, world, steps)
      collection = steps[0]?.after ?? collection
    }
  })
}

async function anyCollection(): Promise<string> {
  const [one] = await world.sql<{ id: string }[]>`
    update collections set refund_claimed = coalesce(refund_claimed, 0) + 1000000 where id = (select id from collections
      where status = 'successful' limit 1) returning id`
  return one?.id ?? assert.fail('nobody has paid')
}

const sources = {
  REJECTED: 'super_admin',
  PROCESSING: 'simulated_admin',
  INFO_REQUESTED: 'super_admin',
} as Record<string, Source>

/** What a refund is beside a withdrawal. */
const refunded = {
  kind: 'refund',
  origin: 'requested',
  reason: 'requested',
  way: 'pay_out',
  paid_as: 'MLP1',
} as const

async function payOut(environment: Environment, path: WithdrawalStatus[], isRefund = false): Promise<void> {
  const registry = registryOf(networkOf(world))
  const actor = actorOf({ id: merchantId, name: 'Duka' }, environment, clock.now())
  const [rule] = await findRules(world.sql, clock.now(), [{ merchantId, channel: 'MOBILE_MONEY' }])
  assert.ok(rule)
  const draft = {
    method: 'MOBILE_MONEY',
    amount: '10000',
    destinationCode: 'MPESA',
    destinationName: 'Asha',
    identifier: { field: 'destination_phone', value: '0712345678' },
    bankName: undefined,
    bankAccountName: undefined,
  } as const
  let withdrawal: WithdrawalRow = {
    ...draftWithdrawal(world, registry, actor, draft, rule),
    api_key_id: null,
    sent_at: path[0] === 'REJECTED' ? null : clock.now(),
    ...(isRefund && { ...refunded, collection_id: await anyCollection() }),
  }
  const stored = Object.entries(withdrawal).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? String(value) : value,
  ])
  await world.sql.begin(async (tx) => {
    const book = { merchantId, environment, currency: 'TZS', reference: null, description: null }
    await deposit(tx, world, { ...book, amount: 2_000_000n, cause: `sample ${withdrawal.id}` })
    await tx`
      insert into withdrawals
      select * from json_populate_record(null::withdrawals, ${JSON.stringify(Object.fromEntries(stored))}::json)`
    for (const to of path) {
      const source = sources[to] ?? 'callback'
      const move = { withdrawal, to, source, byUser: null, providerStatus: null, note: null } as const
      const step = stepOf(move, clock.now())
      await moveWithdrawals(tx, world, [step])
      withdrawal = step.after
    }
  })
}

function sampleOf(type: Parameters<typeof sampleEvent>[0], environment: Environment = 'live', more = {}) {
  const { id, body } = sampleEvent(type, {
    ...{ merchantId, environment, at: clock.now(), newId: world.newId },
    ...more,
  })
  return { id, ...(JSON.parse(body) as Told) }
}

for (const type of eventTypes) {
  test(`a made-up ${type} has the fields of a real one, of the same kinds, and says that it is made up`, async () => {
    const reals = await world.sql<{ body: string; environment: Environment; sequence: number }[]>`
      select body, environment, sequence from events where type = ${type}`
    assert.ok(reals.length > 0, 'nothing real to compare with')
    for (const { body, environment, sequence } of reals) {
      const real = JSON.parse(body) as Told
      const { id: _, ...sample } = sampleOf(type, environment)
      assert.deepEqual(Object.keys(sample), Object.keys(real))
      const { test: isMadeUp, ...told } = sample.data
      assert.equal(isMadeUp, true)
      assert.deepEqual(Object.keys(told).sort(), Object.keys(real.data).sort())
      const unlike = Object.keys(told).filter((name) => !isAlike(told[name], real.data[name]))
      assert.deepEqual(unlike, [])
      for (const name of ['status', 'environment', 'merchant_id', 'method', 'currency']) {
        assert.equal(told[name], real.data[name], name)
      }
      assert.equal(told.completed_at === null, real.data.completed_at === null)
      assert.equal(told.sequence, sequence)
      assert.equal(real.data.sequence, sequence)
      assert.deepEqual(validator(eventBody(type))(real), [], 'the reference shows other fields')
    }
  })
}

/** Of one kind; what may be null is null in some events and not in others. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === null || other === null) return true
  if (typeof one !== typeof other) return false
  return typeof one !== 'string' || shapeOf(one) === shapeOf(String(other))
}

function shapeOf(text: string): string {
  if (/^[0-9a-f-]{36}$/.test(text)) return 'id'
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return 'instant'
  if (/^\d+\.\d\d$/.test(text)) return 'amount'
  return /^(MLP|MLW)[0-9A-F]{32}$|^(TX|WX)[0-9A-Z]{25}$/.exec(text)?.[0]?.slice(0, 2) ?? 'words'
}

test('events of one thing share it, and each has an id of its own', () => {
  const resourceId = world.newId()
  const wish = { resourceId, reference: 'ORDER-7', sequence: 9 }
  const [one, two] = [
    sampleOf('collection.success', 'sandbox', wish),
    sampleOf('collection.reversed', 'sandbox', wish),
  ]
  for (const { data } of [one, two]) {
    assert.deepEqual([data.id, data.collection_id], [resourceId, resourceId])
    assert.deepEqual([data.reference, data.merchant_reference, data.sequence], ['ORDER-7', 'ORDER-7', 9])
  }
  assert.notEqual(one.id, two.id)
})

test('processing looks like a collection that nobody has paid yet', () => {
  const { data } = sampleOf('collection.processing', 'sandbox')
  assert.deepEqual([data.status, data.completed_at, data.sequence, data.test], ['processing', null, 1, true])
  assert.deepEqual(Object.keys(data), Object.keys(sampleOf('collection.success').data))
})

test('webhook.test is about nothing', () => {
  const { data, type } = sampleOf('webhook.test', 'sandbox')
  assert.equal(type, 'webhook.test')
  assert.deepEqual(Object.keys(data).sort(), ['environment', 'id', 'merchant_id', 'message', 'test'])
  assert.deepEqual([data.environment, data.merchant_id], ['sandbox', merchantId])
})
