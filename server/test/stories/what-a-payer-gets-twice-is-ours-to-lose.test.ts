import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { declined, succeeded, workOnce } from './money/own-provider.ts'
import { balanceOf } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { latePayments, reversed } from './refunds/late-payments.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
let late: ReturnType<typeof latePayments>
before(async () => {
  stage = await openRefundStage()
  late = latePayments(stage)
})
after(() => stage.close())

test('what the provider takes back after the refund has arrived is our loss, and none if the refund comes back', async () => {
  const counter = await stage.openCounter()
  const { id, reference, refund } = await late.owed(counter)
  await late.send(refund, succeeded())
  assert.deepEqual(await late.accountsOf(counter), { clearing: -100_000n, payout_clearing: 100_000n })
  await stage.provider.tell(stage.service, reference, reversed)
  await late.settleOpen(id, 'reversal_after_failure', 'accept_provider')
  assert.deepEqual(await late.accountsOf(counter), { fees: -100_000n, payout_clearing: 100_000n })
  await late.sayOfRefund(counter, refund, reversed)
  assert.equal((await counter.read(refund)).status, 'REVERSED')
  assert.deepEqual(await late.accountsOf(counter), {})
  assert.deepEqual(await counter.balance('live'), balanceOf({}))
})

test('what is sent twice is not taken from what another payer is owed', async () => {
  const counter = await stage.openCounter()
  const first = await late.owed(counter)
  await late.send(first.refund, declined)
  const second = await late.sendAgain(first.refund)
  await late.send(second, succeeded())
  const other = await late.owed(counter)
  await late.sayOfRefund(counter, first.refund, succeeded())
  assert.equal((await counter.read(first.refund)).status, 'NEEDS_ADMIN_ATTENTION')
  assert.equal((await late.accountsOf(counter)).returns, 100_000n)
  const resolved = await stage.desk.decide(first.refund, 'resolve', { outcome: 'SUCCESS', note: 'seen' })
  assert.equal(inShort(resolved), '200', JSON.stringify(resolved.body))
  await late.send(other.refund, succeeded())
  assert.equal((await counter.read(other.refund)).status, 'SUCCESS')
  assert.deepEqual(await late.accountsOf(counter), {
    ...{ clearing: -200_000n, fees: -100_000n, payout_clearing: 300_000n },
  })
  // One of the two comes back: the payer has it once, and nobody has lost anything.
  await late.sayOfRefund(counter, second, reversed)
  assert.deepEqual(await late.accountsOf(counter), { clearing: -200_000n, payout_clearing: 200_000n })
})

test('what we bore for nothing is ours again', async () => {
  const counter = await stage.openCounter()
  const { refund } = await late.owed(counter)
  await late.send(refund, declined)
  await late.send(await late.sendAgain(refund), succeeded())
  await late.sayOfRefund(counter, refund, succeeded())
  assert.equal((await late.accountsOf(counter)).fees, -100_000n)
  const resolved = await stage.desk.decide(refund, 'resolve', { outcome: 'FAILED', note: 'never left' })
  assert.equal(inShort(resolved), '200', JSON.stringify(resolved.body))
  assert.deepEqual(await late.accountsOf(counter), { clearing: -100_000n, payout_clearing: 100_000n })
})

test('a late payment that the provider calls failed after all is owed to nobody, and not sent', async () => {
  const counter = await stage.openCounter()
  const { id, reference, refund } = await late.owed(counter)
  await stage.provider.tell(stage.service, reference, declined)
  const found = await late.findOpen(id, 'reversal_after_failure')
  assert.deepEqual([found?.status, found?.theirs], ['open', 'failed'])
  assert.equal(inShort(await stage.desk.decide(refund, 'approve')), '409 invalid_state')
  assert.equal(inShort(await stage.desk.decide(refund, 'reject', { note: 'never came' })), '200')
  await late.settleOpen(id, 'reversal_after_failure', 'accept_provider')
  assert.deepEqual(await late.accountsOf(counter), {})
})

test('a payment that failed once more, and of which nothing is owed, contradicts nothing', async () => {
  const counter = await stage.openCounter()
  const { id, provider_reference: reference } = await counter.push(
    { amount: '1000.00' },
    { key: counter.liveKey },
  )
  await workOnce(stage.service)
  for (const word of [declined, declined]) await stage.provider.tell(stage.service, reference, word)
  assert.deepEqual(await stage.desk.discrepancies(id), [])
})
