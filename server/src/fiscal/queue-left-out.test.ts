import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fiscalStage, wrongs } from '../../test/fiscal-stage.ts'

const { time, openShop, work } = fiscalStage()
const minuteMs = 60_000

test('what a version without receipts made successful beside this one gets its receipt when the day is closed', async () => {
  time.nowMs = Date.parse('2027-05-10T12:00:00+03:00')
  const { world, authority, seller } = await openShop()
  /** As such a version leaves a payment: ended, and owing nothing. */
  const ends = async (amount: bigint, status: string, afterMs: number) => {
    const at = new Date(time.nowMs + afterMs)
    const id = world.newId()
    await world.sql`
      insert into collections (id, merchant_id, environment, family, method, status, amount, currency, provider, provider_reference, moves,
        lease, attempts, created_at, updated_at, completed_at)
      values (${id}, ${seller.merchantId}, 'sandbox', 'B', 'USSD_PUSH', ${status}, ${amount}, 'TZS', 'sandbox', ${`MLP${id}`}, 1, 0, 1,
        ${at}, ${at}, ${at})`
  }
  await ends(100_00n, 'successful', minuteMs)
  await ends(200_00n, 'successful', -minuteMs)
  await ends(300_00n, 'failed', minuteMs)
  await ends(400_00n, 'reversed', 2 * minuteMs)
  await work(world, authority)
  assert.deepEqual(await seller.receipts(), [])
  time.nowMs = Date.parse('2027-05-11T12:00:00+03:00')
  await work(world, authority)
  time.nowMs = Date.parse('2027-05-12T12:00:00+03:00')
  await work(world, authority)
  assert.deepEqual(
    (await seller.receipts()).map(({ number, amount, status, day }) => [number, amount, status, day]),
    [
      [1n, 100_00n, 'ISSUED', '2027-05-11'],
      [2n, 400_00n, 'ISSUED', '2027-05-11'],
    ],
  )
  assert.deepEqual(await wrongs(world), [])
})
