import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fiscalStage, openSeller, ownAuthority } from '../../test/fiscal-stage.ts'
import type { World } from '../world/world.ts'
import { fiscalChecks } from './checks/fiscal-checks.ts'

const { time, processAhead, work } = fiscalStage()

/** Which checks break by a damage that is undone afterwards. */
async function brokenBy({ sql, vault }: World, damage: string): Promise<string[]> {
  const undo = new Error('undone')
  let broken: string[] = []
  const damaged = sql.begin(async (tx) => {
    const { count } = (await tx.unsafe(damage)) as unknown as { count: number }
    assert.ok(count > 0, damage)
    const found: string[] = []
    for (const { check, look } of fiscalChecks) if ((await look(tx, vault)) !== null) found.push(check)
    broken = found
    throw undo
  })
  await assert.rejects(damaged, undo)
  return broken
}

test('whatever is changed of fiscal receipts and their days is found', async () => {
  time.nowMs = Date.parse('2027-06-10T12:00:00+03:00')
  const world = processAhead()
  const authority = ownAuthority(world)
  const seller = await openSeller(world)
  await seller.sells(100_00n, 200_00n)
  await work(world, authority)
  time.nowMs = Date.parse('2027-06-11T12:00:00+03:00')
  await seller.sells(300_00n)
  await work(world, authority)
  const at = world.clock.now()
  await world.sql`update fiscal_settings set enabled_at = ${new Date(time.nowMs - 86_400_000)}`
  await world.sql`
    insert into collections (id, merchant_id, environment, family, method, status, amount, currency, provider, provider_reference, moves,
      lease, attempts, created_at, updated_at, completed_at)
    select r.collection_id, r.merchant_id, 'sandbox', 'B', 'USSD_PUSH', 'successful', r.amount,
      'TZS', 'sandbox', 'MLP' || r.id, 1, 0, 1, ${at}, ${at}, ${at}
    from fiscal_receipts r`
  const clean = await world.sql.begin(async (tx) => {
    const found: (string | null)[] = []
    for (const { look } of fiscalChecks) found.push(await look(tx, world.vault))
    return found.filter((one) => one !== null)
  })
  assert.deepEqual(clean, [])
  const damages: [string, RegExp][] = [
    ['update fiscal_receipts set number = 13 where number = 3', /without gaps/],
    ['update fiscal_lanes set last_number = last_number + 1', /without gaps/],
    ['delete from fiscal_receipts where number = 3', /without gaps/],
    ["update fiscal_receipts set day = '2027-07-01' where number = 1", /no day goes back/],
    ['update fiscal_receipts set day_number = 7 where number = 2', /counts from 1/],
    ['update fiscal_receipts set amount = amount + 1 where number = 3', /for its amount/],
    ["update collections set status = 'failed' where amount = 30000", /a payment that came/],
    ['delete from fiscal_receipts where number = 3', /has one, issued/],
    ['update fiscal_days set amount = amount + 1', /sum of its receipts/],
    ['update fiscal_receipts set tax = 1 where number = 1', /sum of its receipts/],
    ['delete from fiscal_days', /has a report/],
    ["update fiscal_days set status = 'CLOSING', closed_at = null", /has a report/],
  ]
  for (const [damage, expected] of damages) {
    const broken = await brokenBy(world, damage)
    assert.ok(
      broken.some((check) => expected.test(check)),
      `${damage} is found by ${broken.join('; ') || 'nothing'}`,
    )
  }
})
