import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { succeeded } from './money/own-provider.ts'
import { balanceOf } from './money/shop.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
before(async () => {
  stage = await openRefundStage()
})
after(() => stage.close())

async function price(merchantId: string, channel: string, terms: Record<string, unknown>): Promise<void> {
  const path = `/v1/admin/merchants/${merchantId}/pricing-rules/${channel}`
  const answer = await stage.desk.call(path, 'live', { method: 'PUT', body: { label: 'Own', ...terms } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

test('the fee goes back in parts that sum to it, and a part that comes back takes its share along', async () => {
  const counter = await stage.openCounter()
  await price(counter.merchantId, 'COLLECTION', {
    percentage: '0',
    flat_fee: '0.10',
    refund_returns_fee: true,
  })
  const { id } = await counter.paid()
  assert.deepEqual(await counter.balance('live'), balanceOf({ available: '999.90' }))
  await counter.paid()
  const parts: unknown[] = []
  const made: string[] = []
  for (const amount of ['333.33', '333.33', '333.34']) {
    const refund = await stage.sent(counter, succeeded(), { collection_id: id, amount })
    made.push(refund)
    parts.push((await counter.read(refund)).fee_returned)
  }
  assert.deepEqual(parts, ['0.03', '0.03', '0.04'])
  assert.deepEqual(await counter.balance('live'), balanceOf({ available: '999.90' }))
  const { provider_reference: reference } = await counter.read(made[0])
  const reversed = { kind: 'reversed', providerStatus: 'REVERSED' } as const
  await stage.provider.tell(stage.service, reference, reversed, { about: 'disbursement' })
  assert.equal((await counter.read(made[0])).fee_returned, '0.00')
  assert.deepEqual(await counter.balance('live'), balanceOf({ available: '1333.20' }))
  const last = await stage.sent(counter, succeeded(), { collection_id: id })
  assert.equal((await counter.read(last)).fee_returned, '0.03')
  assert.deepEqual(await counter.balance('live'), balanceOf({ available: '999.90' }))
})

test('without that the fee is kept, and a refund costs what its own channel says', async () => {
  const counter = await stage.openCounter(100_000n)
  await price(counter.merchantId, 'COLLECTION', { percentage: '1' })
  await price(counter.merchantId, 'REFUND', { percentage: '0', flat_fee: '50' })
  const { id } = await counter.paid()
  const refund = await stage.sent(counter, succeeded(), { collection_id: id })
  const { fee_returned: fee, total_charges: charges } = await counter.read(refund)
  assert.deepEqual([fee, charges], ['0.00', '50.00'])
  assert.deepEqual(await counter.balance('live'), balanceOf({ available: '940.00' }))
})
