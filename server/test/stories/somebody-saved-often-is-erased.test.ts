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

test('whoever was saved more often than anybody is is erased wholly, and found wholly', async () => {
  const counter = await stage.openCounter()
  const { sql } = stage.service.world
  const many = 2_500
  await sql`
    insert into customers (id, merchant_id, environment, name, phone, email, created_at)
    select gen_random_uuid(), ${counter.merchantId}, 'live', 'Neema Mushi', '255754123987', 'neema@example.com', now()
    from generate_series(1, ${many}::int)`
  // One of them paid, under another number.
  const [last] = await sql<{ id: string }[]>`
    select id from customers where merchant_id = ${counter.merchantId} order by id desc limit 1`
  const { id: paid } = await counter.paid({ customer_phone: '0754000111', customer_id: last?.id })
  const body = { kind: 'erase', phone: '0754123987' }
  const asked = dataOf(await counter.dashboard('/v1/merchant/privacy-requests', 'live', { body }))
  await carryOutRequests(stage.service.world)
  const told = dataOf(await counter.dashboard(`/v1/merchant/privacy-requests/${asked.id}`, 'live'))
  assert.deepEqual(told.found, { customers: many, collections: 1, payouts: 0, invoices: 0 }, String(paid))
  const [left] = await sql<{ count: number }[]>`
    select count(*)::int as count from customers where merchant_id = ${counter.merchantId} and name = 'Neema Mushi'`
  assert.equal(left?.count, 0)
})
