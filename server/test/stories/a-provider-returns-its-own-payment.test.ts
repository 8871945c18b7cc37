import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { succeeded } from './money/own-provider.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
before(async () => {
  stage = await openRefundStage({
    refund: () => ({ kind: 'unknown', because: 'no answer in time' }),
    can: {
      refunds: {
        way: 'native',
        partial: false,
        days: 30,
        amounts: { smallest: 1n, least: 1n, most: 999_999_999n },
      },
    },
  })
})
after(() => stage.close())

test('what nobody answers about stays uncertain, is asked about as a refund, and is never paid out as well', async () => {
  const counter = await stage.openCounter()
  const { id, reference } = await counter.paid()
  const { id: refund, way } = await counter.refund({ collection_id: id })
  assert.equal(way, 'native')
  await stage.approve(refund)
  await stage.work()
  assert.equal((await counter.read(refund)).status, 'NEEDS_RECONCILIATION')
  assert.deepEqual(
    stage.provider.refunds.map(({ paidAs, amount }) => [paidAs, amount]),
    [[reference, 100_000n]],
  )
  for (const said of ['unknown', 'never_seen', 'unknown'] as const) {
    stage.provider.script.lookUpRefund = () =>
      said === 'unknown' ? { kind: said, because: 'nobody knows' } : { kind: said }
    stage.clock.pass(3_600_000)
    await stage.work()
  }
  assert.equal((await counter.read(refund)).status, 'NEEDS_RECONCILIATION')
  assert.equal(stage.provider.payOuts.length, 0)
  assert.equal(stage.provider.payOutQuestions.length, 0)
  stage.provider.script.lookUpRefund = () => succeeded()
  stage.clock.pass(3_600_000)
  await stage.work()
  assert.equal((await counter.read(refund)).status, 'SUCCESS')
  assert.equal(stage.provider.refunds.length, 1)
})

test('what it does not return, because it is a part or too old, is paid out', async () => {
  const counter = await stage.openCounter()
  const { id } = await counter.paid()
  const part = await counter.refund({ collection_id: id, amount: '10' })
  assert.equal(part.way, 'pay_out')
  const old = await counter.paid()
  stage.clock.pass(31 * 24 * 3_600_000)
  assert.equal((await counter.refund({ collection_id: old.id })).way, 'pay_out')
})
