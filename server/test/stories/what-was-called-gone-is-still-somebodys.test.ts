import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { declined, succeeded } from './money/own-provider.ts'
import { inShort } from './parts/newcomers.ts'
import { type Counter, latePayments, reversed } from './refunds/late-payments.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
let late: ReturnType<typeof latePayments>
before(async () => {
  stage = await openRefundStage()
  late = latePayments(stage)
})
after(() => stage.close())

const tell = (reference: unknown, word: typeof reversed | typeof declined | ReturnType<typeof succeeded>) =>
  stage.provider.tell(stage.service, reference, word)
const reject = async (refund: unknown) =>
  assert.equal(inShort(await stage.desk.decide(refund, 'reject', { note: 'never came' })), '200')

const owedToPayer = { clearing: -100_000n, returns: 100_000n }
const arrived = { clearing: -100_000n, payout_clearing: 100_000n }
const lost = { fees: -100_000n, payout_clearing: 100_000n }

/** It was owed, the provider took it back, and somebody has agreed. */
async function gone(counter: Counter) {
  const payment = await late.owed(counter)
  await tell(payment.reference, declined)
  await reject(payment.refund)
  await late.settleOpen(payment.id, 'reversal_after_failure', 'accept_provider')
  assert.deepEqual(await late.accountsOf(counter), {})
  return payment
}

for (const word of [declined, reversed]) {
  test(`what was wrongly called ${word.kind} is still owed, and its refund leaves`, async () => {
    const counter = await stage.openCounter()
    const { id, reference, refund } = await late.owed(counter)
    await tell(reference, word)
    assert.equal(inShort(await stage.desk.decide(refund, 'approve')), '409 invalid_state')
    await late.settleOpen(id, 'reversal_after_failure', 'keep_ours')
    await late.send(refund, succeeded())
    assert.equal((await counter.read(refund)).status, 'SUCCESS')
    assert.deepEqual(await late.accountsOf(counter), arrived)
  })
}

test('and goes out by another refund, if the first was rejected for it', async () => {
  const counter = await stage.openCounter()
  const { id, reference, refund } = await late.owed(counter)
  await tell(reference, declined)
  await reject(refund)
  await late.settleOpen(id, 'reversal_after_failure', 'keep_ours')
  // The provider agrees, which changes nothing: the payer is owed it once.
  await tell(reference, succeeded())
  const news = await late.findOpen(id, 'success_after_failure')
  for (const action of ['return_to_payer', 'accept_provider']) {
    const refused = await stage.desk.settle(news?.id, { action, note: 'so' })
    assert.equal(inShort(refused), '409 invalid_state')
  }
  await late.settleOpen(id, 'success_after_failure', 'keep_ours')
  await late.send(await late.sendAgain(refund), succeeded())
  assert.deepEqual(await late.accountsOf(counter), arrived)
})

test('what comes once more after it was gone is owed to its payer again, as often as that happens', async () => {
  const counter = await stage.openCounter()
  const { id, reference } = await gone(counter)
  for (const word of [reversed, declined]) {
    await tell(reference, succeeded())
    await late.settleOpen(id, 'success_after_failure', 'return_to_payer')
    assert.deepEqual(await late.accountsOf(counter), owedToPayer)
    const [refund] = await late.refundsOf(counter, id)
    assert.equal(refund?.status, 'PENDING_ADMIN_APPROVAL')
    await tell(reference, word)
    await reject(refund?.id)
    await late.settleOpen(id, 'reversal_after_failure', 'accept_provider')
    assert.deepEqual(await late.accountsOf(counter), {})
  }
  await tell(reference, succeeded())
  await late.settleOpen(id, 'success_after_failure', 'return_to_payer')
  const refunds = await late.refundsOf(counter, id)
  assert.equal(refunds.length, 4)
  await late.send(refunds[0]?.id, succeeded())
  assert.equal((await counter.read(refunds[0]?.id)).status, 'SUCCESS')
  assert.deepEqual(await late.accountsOf(counter), arrived)
})

test('and is not credited to the merchant: whoever tries is told what to do instead', async () => {
  const counter = await stage.openCounter()
  const { id, reference, refund } = await gone(counter)
  await tell(reference, succeeded())
  const again = await stage.desk.call(`/v1/admin/withdrawals/${refund}/return-again`, 'live', { body: {} })
  assert.equal(inShort(again), '409 invalid_state')
  const news = await late.findOpen(id, 'success_after_failure')
  const refused = await stage.desk.settle(news?.id, { action: 'accept_provider', note: 'so' })
  assert.equal(inShort(refused), '409 invalid_state')
  assert.match(refused.body.error.message, /settle it as return_to_payer/)
  assert.deepEqual(await late.accountsOf(counter), {})
})

test('what comes once more after its refund had arrived ends our loss, and no other refund is made', async () => {
  const counter = await stage.openCounter()
  const { id, reference, refund } = await late.owed(counter)
  await late.send(refund, succeeded())
  for (const _round of [1, 2]) {
    await tell(reference, reversed)
    await late.settleOpen(id, 'reversal_after_failure', 'accept_provider')
    assert.deepEqual(await late.accountsOf(counter), lost)
    await tell(reference, succeeded())
    const news = await late.findOpen(id, 'success_after_failure')
    const credited = await stage.desk.settle(news?.id, { action: 'accept_provider', note: 'so' })
    assert.equal(inShort(credited), '409 invalid_state')
    await late.settleOpen(id, 'success_after_failure', 'return_to_payer')
    assert.deepEqual(await late.accountsOf(counter), arrived)
  }
  assert.equal((await late.refundsOf(counter, id)).length, 1)
  // It comes back: the payer is owed it as if nothing had been said in between.
  await late.sayOfRefund(counter, refund, reversed)
  assert.deepEqual(await late.accountsOf(counter), owedToPayer)
  await late.send(await late.sendAgain(refund), succeeded())
  assert.deepEqual(await late.accountsOf(counter), arrived)
})

test('what came once more and was taken back since is owed to nobody', async () => {
  const counter = await stage.openCounter()
  const { id, reference } = await gone(counter)
  for (const word of [succeeded(), reversed]) await tell(reference, word)
  const news = await late.findOpen(id, 'success_after_failure')
  const refused = await stage.desk.settle(news?.id, { action: 'return_to_payer', note: 'theirs' })
  assert.equal(inShort(refused), '409 invalid_state')
  assert.match(refused.body.error.message, /returned this money by itself/)
  await late.settleOpen(id, 'success_after_failure', 'keep_ours')
  await late.settleOpen(id, 'reversal_after_failure', 'accept_provider')
  assert.deepEqual(await late.accountsOf(counter), {})
})
