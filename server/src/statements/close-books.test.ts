import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  add,
  comesIn,
  database,
  daysOf,
  goesOut,
  isHeld,
  isReleased,
  midnightAfter,
  newMerchant,
  posting,
  processAhead,
  time,
  work,
  wrongs,
} from '../../test/closing-stage.ts'
import { post } from '../ledger/ledger.ts'
import { dayAt } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'
import { closeBooks } from './close-books.ts'
import { monthEnds } from './follow-days.ts'
import { makeStatement } from './make-statement.ts'
import { planClosings } from './plan-closings.ts'
import { prepareStatements } from './prepare-statements.ts'

test('what moves around midnight is of one day, whoever writes it and however late it is committed', async () => {
  const midnight = midnightAfter('2026-11-15')
  time.nowMs = midnight - 3_000
  const processes = [-900, -250, 0, 400, 1_100].map(processAhead)
  const closers = [processAhead(62_000), processAhead(61_500)]
  const merchants = await Promise.all(processes.map(newMerchant))
  let isOver = false
  async function keepPosting(world: World): Promise<void> {
    for (let turn = 0; turn < 40; turn += 1) {
      const merchant = merchants[turn % merchants.length] ?? ''
      await add(world, merchant, comesIn, isHeld, isReleased, isHeld, goesOut)
      time.nowMs += 35
    }
  }
  /** A minute ahead, so that it looks as soon as anything is over, with everybody else still at it. */
  async function keepClosing(world: World): Promise<void> {
    while (!isOver) await work(world)
  }
  const closing = closers.map(keepClosing)
  await Promise.all(processes.map(keepPosting))
  isOver = true
  await Promise.all(closing)
  time.nowMs = midnight + 30 * 3_600_000
  const [world] = closers
  assert.ok(world)
  await work(world)
  assert.deepEqual(await wrongs(world), [])
  for (const merchant of merchants) {
    const days = await daysOf(merchant)
    assert.deepEqual(
      days.map(({ day }) => day),
      ['2026-11-15', '2026-11-16'],
    )
    const rows: { count: number } =
      await database.sql`select from ledger_transactions where merchant_id = ${merchant} and seq is not null`
    assert.equal(days.at(-1)?.last_seq, BigInt(rows.count))
    assert.equal(days[1]?.first_seq, (days[0]?.last_seq ?? 0n) + 1n)
  }
})

test('a day waits for whoever began to write before its end and is not done', async () => {
  const midnight = midnightAfter('2026-11-18')
  time.nowMs = midnight - 10_000
  const world = processAhead(0)
  const merchantId = await newMerchant(world)
  await add(world, merchantId, comesIn)
  const written = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const late = world.sql.begin(async (tx) => {
    await post(tx, world, [posting(world, merchantId, comesIn)])
    written.resolve()
    await mayEnd.promise
  })
  await written.promise
  time.nowMs = midnight + 120_000
  await work(world)
  assert.equal((await daysOf(merchantId)).length, 0)
  mayEnd.resolve()
  await late
  time.nowMs += 5_000
  await work(world)
  const [day] = await daysOf(merchantId)
  assert.deepEqual({ day: day?.day, last: day?.last_seq }, { day: '2026-11-18', last: 2n })
  assert.deepEqual(await wrongs(world), [])
})

test('what a slow clock writes into a day that is closed is of the next', async () => {
  const midnight = midnightAfter('2026-11-21')
  time.nowMs = midnight - 10_000
  const [world, slow] = [processAhead(0), processAhead(-3_600_000)]
  const merchantId = await newMerchant(world)
  await add(world, merchantId, comesIn)
  time.nowMs = midnight + 120_000
  await work(world)
  await add(slow, merchantId, comesIn, isHeld)
  time.nowMs += 24 * 3_600_000
  await work(world)
  const days = await daysOf(merchantId)
  assert.deepEqual(
    days.map(({ day, last_seq, held }) => [day, last_seq, held]),
    [
      ['2026-11-21', 1n, 0n],
      ['2026-11-22', 2n, 70n],
    ],
  )
  assert.deepEqual(await wrongs(world), [])
})

test('several nights are made up for, and days on which nothing moved have no statement', async () => {
  time.nowMs = Date.parse('2026-11-27T10:00:00+03:00')
  const world = processAhead(0)
  await planClosings(world)
  const merchantId = await newMerchant(world)
  await add(world, merchantId, comesIn)
  time.nowMs = Date.parse('2026-11-29T10:00:00+03:00')
  await add(world, merchantId, comesIn)
  time.nowMs = Date.parse('2026-12-02T10:00:00+03:00')
  await work(world)
  const made = await world.sql<{ kind: string; days: string; closing: bigint }[]>`
    select kind, from_day || ' ' || to_day as days, closing_available as closing from statements
    where merchant_id = ${merchantId} and status = 'READY' order by to_day, kind`
  assert.deepEqual(
    [...made],
    [
      { kind: 'daily', days: '2026-11-27 2026-11-27', closing: 100n },
      { kind: 'daily', days: '2026-11-29 2026-11-29', closing: 200n },
      { kind: 'monthly', days: '2026-11-01 2026-11-30', closing: 200n },
    ],
  )
  assert.equal(dayAt(world.clock.now()), '2026-12-02')
  assert.deepEqual(await wrongs(world), [])
})

test('whoever dies while preparing is followed by another, and one of them tells', async () => {
  time.nowMs = midnightAfter('2026-12-10')
  const world = processAhead(0)
  const merchantId = await newMerchant(world)
  await add(world, merchantId, comesIn)
  time.nowMs += 24 * 3_600_000 + 120_000
  const day = '2026-12-11'
  const wish = { merchantId, environment: 'live', currency: 'TZS', from: day, to: day } as const
  await planClosings(world)
  await closeBooks(world, { onError: assert.fail })
  const { id } = await world.sql.begin((tx) => makeStatement(tx, world, { ...wish, kind: 'requested' }))
  // It goes on when the other is done, as one does that was stopped for longer than its lease.
  const stopped = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow: World = {
    ...world,
    sql: Object.assign((...query: Parameters<typeof world.sql>) => world.sql(...query), world.sql, {
      begin: async (...given: Parameters<typeof world.sql.begin>) => {
        stopped.resolve()
        await goOn.promise
        return await world.sql.begin(...given)
      },
    }) as World['sql'],
  }
  const late = prepareStatements(slow, { onError: assert.fail })
  await Promise.race([stopped.promise, late])
  await prepareStatements(world, { onError: assert.fail })
  const statusOf = async () =>
    (await world.sql<{ status: string }[]>`select status from statements where id = ${id}`)[0]?.status
  assert.equal(await statusOf(), 'PREPARING')
  time.nowMs += 61_000
  await prepareStatements(world, { onError: assert.fail })
  assert.equal(await statusOf(), 'READY')
  goOn.resolve()
  await late
  const told = await world.sql`select from events where resource_id = ${id}`
  assert.equal(told.count, 1)
  assert.deepEqual(await wrongs(world), [])
})

test('the ends of months from one day to another', () => {
  assert.deepEqual(monthEnds('2028-02-29', '2028-04-29'), ['2028-02-29', '2028-03-31'])
  assert.deepEqual(monthEnds('2026-12-01', '2027-01-31'), ['2026-12-31', '2027-01-31'])
  assert.deepEqual(monthEnds('2026-12-31', '2026-12-30'), [])
})
