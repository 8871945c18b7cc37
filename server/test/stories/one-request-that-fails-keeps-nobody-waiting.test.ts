import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { carryOutRequests } from '../../src/privacy/privacy.ts'
import { dataOf } from './money/shop.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
before(async () => {
  stage = await openRefundStage()
})
after(() => stage.close())

test('a request about personal data that cannot be carried out waits, and those behind it do not', async () => {
  const { sql } = stage.service.world
  const [first, second] = [await stage.openCounter(), await stage.openCounter()]
  const erase = async (shop: typeof first) => {
    await shop.dashboard('/v1/customers', 'live', { body: { name: 'Asha Juma', phone: '0754000001' } })
    const body = { kind: 'erase', phone: '0754000001' }
    const { id } = dataOf(await shop.dashboard('/v1/merchant/privacy-requests', 'live', { body }))
    stage.clock.pass(1)
    return async () => dataOf(await shop.dashboard(`/v1/merchant/privacy-requests/${id}`, 'live')).status
  }
  const [stuck, free] = [await erase(first), await erase(second)]
  // As a statement that is ended because it takes too long.
  await sql.unsafe(`
    create function fail_for_one() returns trigger language plpgsql as $$ begin raise exception 'too long'; end $$;
    create trigger fails_for_one before update on customers for each row
      when (old.merchant_id = '${first.merchantId}') execute function fail_for_one()`)
  const told: unknown[] = []
  const round = () => carryOutRequests(stage.service.world, { onError: (error) => told.push(error) })
  await round()
  assert.deepEqual([await stuck(), await free()], ['OPEN', 'DONE'])
  assert.equal(told.length, 1)
  await sql.unsafe('drop trigger fails_for_one on customers; drop function fail_for_one()')
  await round()
  assert.equal(await stuck(), 'OPEN', 'it is not tried all the time')
  stage.clock.pass(60_000)
  await round()
  assert.equal(await stuck(), 'DONE')
  assert.equal(told.length, 1)
})
