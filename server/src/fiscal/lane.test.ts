import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fiscalStage, issuedOnce, openSeller, ownAuthority } from '../../test/fiscal-stage.ts'
import { until } from '../../test/test-clusters.ts'
import type { Connected } from '../database/connect-database.ts'
import type { Database } from '../database/database.ts'
import { sqlTag } from '../database/sql-tag.ts'
import { chores, issueReceipts } from './fiscal.ts'
import { claimLanes } from './lane.ts'

const { time, processAhead, openShop, work } = fiscalStage()

type Plan = { 'Actual Rows': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] }

function rowsOf({ 'Actual Rows': shown, 'Rows Removed by Filter': removed = 0, Plans = [] }: Plan): number {
  return shown + removed + Plans.reduce((sum, plan) => sum + rowsOf(plan), 0)
}

test('looking for work reads what is due, however many merchants have nothing due', async () => {
  const { world, authority, seller } = await openShop()
  await seller.sells(100_00n)
  await issueReceipts({ world, authorities: authority.authorities })
  const copies = 5_000
  await world.sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    select gen_random_uuid(), 'Idle', verification_status, is_active, webhook_secret_sealed, created_at, updated_at
    from merchants cross join generate_series(1, ${copies}) where id = ${seller.merchantId}`
  // They stand as one stands that was worked for until nothing was left.
  for (const table of ['fiscal_settings', 'fiscal_lanes']) {
    const columns = await world.sql<{ name: string }[]>`
      select column_name as name from information_schema.columns where table_name = ${table} and column_name <> 'merchant_id'`
    const names = columns.map(({ name }) => `t.${name}`).join(', ')
    await world.sql.unsafe(`
      insert into ${table} (merchant_id, ${names.replaceAll('t.', '')})
      select m.id, ${names} from merchants m cross join ${table} t
      where m.name = 'Idle' and t.merchant_id = '${seller.merchantId}'`)
  }
  await world.sql.unsafe('analyze fiscal_lanes; analyze fiscal_settings; analyze fiscal_receipts')
  const { run } = world.sql as Connected
  let looked = 0
  const explaining = sqlTag(async (asked) => {
    const { rows } = await run({ text: `explain (analyze, format json) ${asked.text}`, values: asked.values })
    looked += rowsOf(rows[0]['QUERY PLAN'][0].Plan)
    return await run(asked)
  })
  const idle = { sql: explaining as Database, clock: world.clock }
  assert.deepEqual(await claimLanes(idle, 'sandbox', 8), [])
  // Of receipts there are so few here that all of them are read.
  assert.ok(looked <= 5, `${looked} rows were looked at`)
})

test('a receipt that comes while its lane lies down wakes it', async () => {
  const { world, authority, seller } = await openShop()
  await work(world, authority)
  const { sql } = world
  await sql`update fiscal_lanes set is_resting = false where merchant_id = ${seller.merchantId}`
  const [hasLooked, mayRest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lying = sql.begin(async (tx) => {
    await tx`update fiscal_lanes set is_resting = true where merchant_id = ${seller.merchantId}`
    hasLooked.resolve()
    await mayRest.promise
  })
  await hasLooked.promise
  await seller.sells(100_00n)
  const claiming = claimLanes(world, 'sandbox', 8)
  await until(async () => {
    const waiting =
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return waiting.count > 0
  })
  mayRest.resolve()
  await lying
  assert.deepEqual(
    (await claiming).map(({ merchant_id: id }) => id),
    [seller.merchantId],
  )
})

test('whoever rests is woken by a sale, and by midnight for the report of the day', async () => {
  time.nowMs = Date.parse('2027-08-10T12:00:00+03:00')
  const { world, authority, seller } = await openShop()
  const look = () => issueReceipts({ world, authorities: authority.authorities })
  assert.deepEqual([await look(), await look()], [1, 0])
  await seller.sells(100_00n)
  assert.deepEqual([await look(), await look()], [1, 0])
  await issuedOnce(seller, 1)
  time.nowMs = Date.parse('2027-08-11T00:00:00+03:00') - 1
  assert.equal(await look(), 0)
  time.nowMs += 1
  assert.deepEqual([await look(), await look()], [1, 0])
  assert.deepEqual(
    (await seller.days()).map(({ day, status }) => [day, status]),
    [['2027-08-10', 'CLOSED']],
  )
})

test('live receipts do not wait for those of the sandbox', async () => {
  const world = processAhead()
  const authority = ownAuthority(world)
  const hung = Promise.withResolvers<undefined>()
  let hanging = 0
  authority.onIssue = ({ amount }) => {
    if (amount !== 700_00n) return Promise.resolve(undefined)
    hanging += 1
    return hung.promise
  }
  const sellers = await Promise.all(Array.from({ length: 12 }, () => openSeller(world)))
  for (const seller of sellers) await seller.sells(700_00n)
  const running = chores({ world, authorities: authority.authorities }).map((chore) =>
    'start' in chore ? chore.start(assert.ifError) : assert.fail('it is not started'),
  )
  try {
    await until(async () => hanging === 8)
    const live = await openSeller(world, {}, 'live')
    await live.sells(100_00n)
    await until(async () => (await live.receipts())[0]?.status === 'ISSUED')
    assert.equal(hanging, 8, 'no place of the sandbox was free')
  } finally {
    hung.resolve(undefined)
    await Promise.all(running.map((one) => one.stop()))
  }
})
