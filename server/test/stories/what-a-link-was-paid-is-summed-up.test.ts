import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sumLinks } from '../../src/payment-links/sum-links.ts'
import { type Service, startService } from '../service.ts'
import { dataOf, openShop, type Shop } from './money/shop.ts'

let service: Service
let shop: Shop
before(async () => {
  service = await startService({ environment: { ROLE: 'api' } })
  shop = await openShop(service)
})
after(() => service.stop())

const tell = (id: unknown, kind: 'succeeded' | 'reversed') =>
  service.parts.resolve(
    {
      collectionId: String(id),
      source: 'callback',
      word: { kind, providerStatus: kind === 'succeeded' ? 'COMPLETED' : 'REVERSED' },
    },
    { merchant_id: shop.merchantId, environment: 'sandbox' },
  )

async function paidTwice() {
  const body = { merchant_id: shop.merchantId, amount: null }
  const { id } = dataOf(await shop.call('/v1/payment-links', { body }))
  const pushed = ['1200.50', '3000.00'].map((amount) => shop.push({ payment_link_id: id, amount }))
  const payments = await Promise.all(pushed)
  for (const payment of payments) await tell(payment.id, 'succeeded')
  const read = async () => {
    const { paid_count: count, paid_amount: sum } = dataOf(await shop.call(`/v1/payment-links/${id}`))
    return [count, sum]
  }
  return { id: String(id), payments, read }
}

test('whatever customers chose is summed up with the payment, and less what went back', async () => {
  const { id, payments, read } = await paidTwice()
  assert.deepEqual(await read(), [2, '4200.50'])
  const listed = dataOf(await shop.call('/v1/payment-links')).items as { id: string; paid_amount: string }[]
  assert.equal(listed.find((one) => one.id === id)?.paid_amount, '4200.50')
  await tell(payments[0]?.id, 'reversed')
  assert.deepEqual(await read(), [1, '3000.00'])
})

test('what an older version has paid is not in the sum, which is then made anew and never shown before', async () => {
  const { id, payments, read } = await paidTwice()
  const { sql } = service.world
  await sql`update payment_links set paid_amount = 120050, paid_summed = 1 where id = ${id}`
  assert.deepEqual(await read(), [2, null])
  await tell(payments[0]?.id, 'reversed')
  assert.deepEqual(await read(), [1, null], 'one less is no proof that the one which was missing is gone')
  assert.equal(await sumLinks(sql), 1)
  assert.deepEqual(await read(), [1, '3000.00'])
  assert.equal(await sumLinks(sql), 0)
})
