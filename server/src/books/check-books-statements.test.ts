import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  add,
  comesIn,
  database,
  goesOut,
  isHeld,
  isReleased,
  midnightAfter,
  newMerchant,
  processAhead,
  time,
  vault,
  work,
  wrongs,
} from '../../test/closing-stage.ts'
import { connectDatabase, type Database, urlOfDatabase } from '../database/database.ts'
import { runChecks } from './check-books.ts'

test('whatever is changed of days, statements and settlements is found', async () => {
  time.nowMs = midnightAfter('2026-12-14')
  const world = processAhead(0)
  const merchantId = await newMerchant(world)
  await add(world, merchantId, comesIn, isHeld, goesOut)
  time.nowMs += 24 * 3_600_000
  await add(world, merchantId, comesIn, isReleased, isHeld)
  time.nowMs += 24 * 3_600_000
  await work(world)
  assert.deepEqual(await wrongs(world), [])
  const [{ name } = { name: '' }] = await world.sql<{ name: string }[]>`select current_database() as name`
  const intruder = connectDatabase({
    url: urlOfDatabase(database.adminUrl, name),
    poolSize: 1,
    applicationName: 'intruder',
  })
  const mine = `merchant_id = '${merchantId}'`
  const last = `${mine} and day = (select max(day) from book_days where ${mine})`
  const first = `${mine} and day = (select min(day) from book_days where ${mine})`
  const oneStatement = `id = (select id from statements where ${mine} and status = 'READY' and last_seq is not null order by id limit 1)`
  const damages: [string, RegExp][] = [
    [`update book_days set available = available + 1 where ${last}`, /closed day begins|statement opens/],
    [`update book_days set held = held + 1 where ${last}`, /closed day begins/],
    [`update book_days set reserved = reserved + 1 where ${first}`, /closed day begins/],
    [`update book_days set first_seq = first_seq + 1 where ${last}`, /closed day begins/],
    [`update book_days set last_seq = last_seq - 1 where ${first}`, /closed day begins/],
    [`update book_days set held_seq = held_seq + 1 where ${first}`, /one side/],
    [`delete from book_days where ${last}`, /closed as far/],
    [`update book_closings set last_seq = last_seq + 1 where ${mine}`, /closed as far/],
    [
      `update book_closings set closed_through = closed_through - 9, followed_through = null where ${mine}`,
      /closed as far/,
    ],
    [
      `update statements set opening_available = opening_available + 1 where ${oneStatement}`,
      /statement opens/,
    ],
    [`update statements set closing_held = closing_held + 1 where ${oneStatement}`, /statement opens/],
    [`update statements set last_seq = last_seq - 1 where ${oneStatement}`, /statement opens/],
    [`update statements set sha256 = md5('x') where ${oneStatement}`, /hashes the rows/],
    [
      `update statements set totals = '{"count":1,"credits":"0.00","debits":"0.00","types":[]}' where ${oneStatement}`,
      /sums up/,
    ],
    [`update ledger_transactions set reference = 'other' where ${mine} and seq = 1`, /hashes the rows/],
    [
      `insert into settlements select gen_random_uuid(), merchant_id, environment, currency, day, 'x', '', 1, 1, 0, 0, 0
       from book_days where ${last}`,
      /settled of a day/,
    ],
  ]
  try {
    for (const [damage, expected] of damages) {
      const broken = await brokenBy(intruder, damage)
      assert.ok(
        broken.some((check) => expected.test(check)),
        `${damage} is found by ${broken.join('; ') || 'nothing'}`,
      )
    }
  } finally {
    await intruder.end()
  }
})

/** Which checks break by a damage that is undone afterwards. */
async function brokenBy(intruder: Database, damage: string): Promise<string[]> {
  const undo = new Error('undone')
  let broken: string[] = []
  const damaged = intruder.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica')
    const { count } = (await tx.unsafe(damage)) as unknown as { count: number }
    assert.equal(count, 1, damage)
    broken = (await runChecks(tx, vault)).filter(({ holds }) => !holds).map(({ check }) => check)
    throw undo
  })
  await assert.rejects(damaged, undo)
  return broken
}
