import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { openMerchants } from '../merchants/merchants.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { alertOperators } from './alerts.ts'
import { findCauses } from './find-causes.ts'
import { readQueue } from './read-queue.ts'

const hourMs = 3_600_000
let nowMs = Date.parse('2026-11-16T08:00:00Z')
const clock = { now: () => new Date(nowMs) }
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
})
after(() => database.drop())

async function withdraw(status: string, environment = 'live', method = 'MOBILE_MONEY'): Promise<string> {
  const [id, now] = [world.newId(), clock.now()]
  await world.sql`
    insert into withdrawals (id, merchant_id, environment, method, status, amount, currency, destination_code, destination_name,
      destination_identifier, pricing_rule_id, percentage_fee, flat_fee, processor_charge, processor_fee_pass_through,
      total_charges, total_reserved, provider, provider_reference, due_at, created_at, updated_at)
    values (${id}, ${merchantId}, ${environment}, ${method}, ${status}, 100, 'TZS', 'MPESA', 'Asha', '255712345678',
      '00000000-0000-7000-8000-000000000001', 0, 0, 0, true, 0, 100, 'selcom', ${id}, ${status === 'NEEDS_RECONCILIATION' ? now : null}, ${now}, ${now})`
  return id
}

const queue = (environment: 'live' | 'sandbox' = 'live', userId = world.newId()) =>
  readQueue(world.sql, environment, userId)
const none = { count: 0, is_more: false, oldest_at: null }

test('what waits is counted by what it is, with its oldest, in one environment', async () => {
  const oldest = clock.now().toISOString()
  const answered = await withdraw('PENDING_ADMIN_APPROVAL')
  nowMs += hourMs
  const later = clock.now().toISOString()
  const fresh = await withdraw('PENDING_ADMIN_APPROVAL', 'live', 'BANK_ACCOUNT')
  await withdraw('INFO_REQUESTED')
  await withdraw('NEEDS_RECONCILIATION')
  await withdraw('BLOCKED_IP_WHITELIST', 'live', 'BANK_ACCOUNT')
  await withdraw('PENDING_ADMIN_APPROVAL', 'sandbox')
  await world.sql`
    insert into withdrawal_history (withdrawal_id, seq, from_status, to_status, source, at)
    values (${answered}, 3, 'INFO_REQUESTED', 'PENDING_ADMIN_APPROVAL', 'merchant', ${clock.now()}),
      (${fresh}, 1, null, 'PENDING_ADMIN_APPROVAL', 'caller', ${clock.now()})`
  await world.sql`
    insert into discrepancies (id, environment, provider, reference, kind, ours, theirs, status, created_at)
    values (${world.newId()}, 'live', 'selcom', 'X1', 'unknown_reference', 'nothing', 'paid', 'open', ${clock.now()})`
  const live = await queue()
  assert.deepEqual(live, {
    withdrawals: { count: 2, is_more: false, oldest_at: oldest },
    answered: { count: 1, is_more: false, oldest_at: oldest },
    asked: { count: 1, is_more: false, oldest_at: later },
    unclear: { count: 2, is_more: false, oldest_at: later },
    held: none,
    discrepancies: { count: 1, is_more: false, oldest_at: later },
    stuck: none,
    dead_letters: none,
    batches: none,
    alerts: none,
    unread_alerts: none,
  })
  assert.equal((await queue('sandbox')).withdrawals.count, 1)
})

test('only what has waited for too long is a cause, and a discrepancy is one at once', async () => {
  nowMs += hourMs
  const found = await world.sql.begin((tx) =>
    findCauses(tx, new Date(nowMs), { tooLongMs: 1.5 * hourMs, booksEveryMs: hourMs }),
  )
  assert.deepEqual(
    found.map(({ kind, subject, count }) => [kind, subject, count]),
    [
      ['withdrawals_waiting', 'live', 1],
      ['discrepancies_open', 'unknown_reference', 1],
    ],
  )
})

test('more than a hundred are a hundred and more', async () => {
  for (let made = 0; made < 101; made += 1) await withdraw('PENDING_ADMIN_APPROVAL')
  const { withdrawals } = await queue()
  assert.deepEqual([withdrawals.count, withdrawals.is_more], [100, true])
})

test('what one person has read is unread for others, and for all when something newer came', async () => {
  const alert = { kind: 'float_low', subject: 'selcom', title: 'Low', text: 'Low.' } as const
  await alertOperators(world.sql, world, [alert])
  const [reader, now] = [world.newId(), clock.now()]
  await world.sql`
    insert into users (id, name, email, created_at, updated_at) values (${reader}, 'R', 'r@queue.test', ${now}, ${now})`
  await world.sql`insert into alert_reads (alert_id, user_id, read_at) select id, ${reader}, ${now} from alerts`
  const unread = async (who?: string) => (await queue('sandbox', who)).unread_alerts.count
  assert.deepEqual([await unread(reader), await unread(), (await queue()).alerts.count], [0, 1, 1])
  nowMs += 1000
  await alertOperators(world.sql, world, [alert])
  assert.equal(await unread(reader), 1)
})
