import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { declined, succeeded } from './money/own-provider.ts'
import { balanceOf } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
before(async () => {
  stage = await openRefundStage()
})
after(() => stage.close())

type Counter = Awaited<ReturnType<RefundStage['openCounter']>>

const reversed = { kind: 'reversed', providerStatus: 'REVERSED' } as const

async function say(counter: Counter, refund: string, word: typeof reversed | ReturnType<typeof succeeded>) {
  const { provider_reference: reference } = await counter.read(refund)
  await stage.provider.tell(stage.service, reference, word, { about: 'disbursement' })
}

/** What went back of a payment, and what still may. */
async function left(counter: Counter, id: unknown): Promise<unknown[]> {
  const { refunded_amount: refunded, refundable_amount: refundable } = await counter.collection(id)
  return [refunded, refundable]
}

async function returnsOf({ merchantId }: Counter): Promise<number> {
  const rows = await stage.service.world.sql`
    select from ledger_accounts where merchant_id = ${merchantId} and kind = 'returns' and balance <> 0`
  return rows.length
}

test('of two refunds that were paid one comes back: its part may go back again, and no more than that', async () => {
  const counter = await stage.openCounter()
  const { id } = await counter.paid()
  const first = await stage.sent(counter, succeeded(), { collection_id: id, amount: '400' })
  await stage.sent(counter, succeeded(), { collection_id: id, amount: '300' })
  assert.deepEqual(await left(counter, id), ['700.00', '300.00'])
  await say(counter, first, reversed)
  assert.deepEqual(await left(counter, id), ['300.00', '700.00'])
  assert.deepEqual(await counter.balance('live'), balanceOf({ available: '700.00' }))
  await say(counter, first, reversed)
  assert.deepEqual(await left(counter, id), ['300.00', '700.00'], 'said twice')
  assert.equal(inShort(await counter.ask({ collection_id: id, amount: '700.01' })), '409 refund_too_large')
  await stage.sent(counter, succeeded(), { collection_id: id, amount: '700' })
  assert.deepEqual(await left(counter, id), ['1000.00', '0.00'])
  assert.equal(inShort(await counter.ask({ collection_id: id, amount: '1' })), '409 refund_too_large')
  assert.deepEqual(await counter.balance('live'), balanceOf({}))
  assert.equal(await returnsOf(counter), 0, 'it was the merchant’s all the time')
})

test('what was refunded twice, because one had failed and was paid after all, is once again when that comes back', async () => {
  const counter = await stage.openCounter(100_000n)
  const { id } = await counter.paid()
  const first = await stage.sent(counter, declined, { collection_id: id })
  const second = await stage.sent(counter, succeeded(), { collection_id: id })
  await say(counter, first, succeeded())
  const resolved = await stage.desk.decide(first, 'resolve', { outcome: 'SUCCESS', note: 'seen' })
  assert.equal(inShort(resolved), '200', JSON.stringify(resolved.body))
  assert.deepEqual(await left(counter, id), ['2000.00', '0.00'])
  assert.deepEqual(await counter.balance('live'), balanceOf({}))
  await say(counter, first, reversed)
  assert.deepEqual(await left(counter, id), ['1000.00', '0.00'])
  assert.deepEqual(await counter.balance('live'), balanceOf({ available: '1000.00' }))
  await say(counter, second, reversed)
  assert.deepEqual(await left(counter, id), ['0.00', '1000.00'])
  assert.deepEqual(await counter.balance('live'), balanceOf({ available: '2000.00' }))
})
