import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Outcome } from '../../src/providers/providers.ts'
import { declined, lookAgain, succeeded } from './money/own-provider.ts'
import type { Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { billTellers } from './refunds/bill-tellers.ts'
import { latePayments, reversed } from './refunds/late-payments.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
let late: ReturnType<typeof latePayments>
let bills: ReturnType<typeof billTellers>
before(async () => {
  stage = await openRefundStage()
  late = latePayments(stage)
  bills = billTellers(stage)
})
after(() => stage.close())

const owedToPayer = { clearing: -100_000n, returns: 100_000n }
const arrived = { clearing: -100_000n, payout_clearing: 100_000n }

const told = async (id: string) =>
  (await stage.desk.discrepancies(id)).map(({ kind, status, ours, theirs }) => ({
    ...{ is: `${kind} ${status}`, ours, theirs },
  }))
const open = async (id: string) =>
  (await told(id)).flatMap(({ is }) => (is.endsWith(' open') ? [is.slice(0, -5)] : []))
const reject = async (refund: unknown) =>
  assert.equal(inShort(await stage.desk.decide(refund, 'reject', { note: 'never came' })), '200')

// First of all: a provider that has kept silent often is not asked for a while.
test('of a bill that the merchant had and that was taken back the provider is asked, when it says that it was paid', async () => {
  const counter = await stage.openCounter()
  const { tell, receipt, id: find } = await bills.pay(counter, '1000')
  for (const word of [succeeded(), reversed]) await tell(word)
  const id = await find()
  stage.provider.script.lookUp = () => reversed
  assert.equal(await tell(succeeded()), 'duplicate reversed')
  await lookAgain(stage.service.parts)
  assert.ok(stage.provider.questions.includes(receipt))
  assert.deepEqual(await told(id), [])
  stage.provider.script.lookUp = () => succeeded()
  stage.clock.pass(60_000)
  await tell(succeeded())
  await lookAgain(stage.service.parts)
  stage.provider.script.lookUp = undefined
  assert.deepEqual(await open(id), ['missing_here'])
})

test('what was owed for a bill, was called gone and comes once more is owed again, as often as that happens', async () => {
  const counter = await stage.openCounter()
  const { tell, id: find } = await bills.pay(counter, '500')
  assert.equal(await tell(succeeded()), 'applied failed')
  const id = await find()
  for (const word of [reversed, declined]) {
    assert.deepEqual(await late.accountsOf(counter), owedToPayer)
    assert.equal(await tell(succeeded()), 'duplicate failed', 'that it came is known')
    assert.deepEqual(await open(id), [])
    assert.equal(await tell(word), 'discrepancy failed')
    await reject((await late.refundsOf(counter, id))[0]?.id)
    await late.settleOpen(id, 'reversal_after_failure', 'accept_provider')
    assert.deepEqual(await late.accountsOf(counter), {})

    assert.equal(await tell(succeeded()), 'discrepancy failed')
    assert.equal(await tell(succeeded()), 'duplicate failed', 'said twice')
    assert.deepEqual(await open(id), ['bill_refused'])
    const [found] = await stage.desk.discrepancies(id)
    assert.deepEqual([found?.ours, found?.theirs], ['failed TZS 1000.00', 'successful TZS 1000.00'])
    const credited = await stage.desk.settle(found?.id, { action: 'accept_provider', note: 'so' })
    assert.equal(inShort(credited), '422 validation_error', 'it never was the merchant’s')
    assert.deepEqual(await late.accountsOf(counter), {}, 'nothing moves by itself')
    await late.settleOpen(id, 'bill_refused', 'return_to_payer')
  }
  const refunds = await late.refundsOf(counter, id)
  assert.equal(refunds.length, 3)
  await late.send(refunds[0]?.id, succeeded())
  assert.deepEqual(await late.accountsOf(counter), arrived)
})

test('a success that is said while somebody decides about the reversal is told too, and is owed once', async () => {
  const counter = await stage.openCounter()
  const { tell, id: find } = await bills.pay(counter, '500')
  for (const word of [succeeded(), reversed, succeeded()]) await tell(word)
  const id = await find()
  assert.deepEqual((await open(id)).toSorted(), ['bill_refused', 'reversal_after_failure'])
  const [found] = (await stage.desk.discrepancies(id)).filter(({ kind }) => kind === 'bill_refused')
  const twice = await stage.desk.settle(found?.id, { action: 'return_to_payer', note: 'so' })
  assert.equal(inShort(twice), '409 invalid_state')
  await late.settleOpen(id, 'bill_refused', 'keep_ours')
  await late.settleOpen(id, 'reversal_after_failure', 'keep_ours')
  assert.deepEqual(await late.accountsOf(counter), owedToPayer)
  await late.send((await late.refundsOf(counter, id))[0]?.id, succeeded())
  assert.deepEqual(await late.accountsOf(counter), arrived)
})

test('a reversal that overtakes the news of what was not welcome leaves nothing owed, and the news is told', async () => {
  const counter = await stage.openCounter()
  const { tell, id: find } = await bills.pay(counter, '500')
  assert.equal(await tell(reversed), 'applied failed')
  const id = await find()
  assert.deepEqual(await open(id), [])
  assert.equal(await tell(succeeded()), 'discrepancy failed')
  const [found] = await stage.desk.discrepancies(id)
  const refused = await stage.desk.settle(found?.id, { action: 'return_to_payer', note: 'so' })
  assert.equal(inShort(refused), '409 invalid_state')
  assert.match(refused.body.error.message, /returned this money by itself/)
  await late.settleOpen(id, 'bill_refused', 'keep_ours')
  assert.deepEqual(await late.accountsOf(counter), {})
})

test('where nobody knows where money could go, it is asked anew when it was called failed and comes all the same', async () => {
  const counter = await stage.openCounter()
  const { tell, id: find } = await bills.pay(counter, '500', null)
  assert.equal(await tell(succeeded()), 'applied failed')
  const id = await find()
  assert.equal(await tell(succeeded()), 'duplicate failed')
  assert.deepEqual(await open(id), ['bill_refused'])
  await late.settleOpen(id, 'bill_refused', 'keep_ours')
  assert.equal(await tell(declined), 'discrepancy failed')
  await late.settleOpen(id, 'reversal_after_failure', 'accept_provider')
  assert.equal(await tell(succeeded()), 'discrepancy failed')
  assert.deepEqual(await open(id), ['bill_refused'])
})

test('money of a bill that was held, failed, and came after all goes to whoever paid, and never to the merchant', async () => {
  const counter = await stage.openCounter()
  const { tell, id: find } = await bills.pay(counter, '1000')
  assert.equal(await tell({ ...succeeded(), hold: 'risk' } as Outcome), 'applied pending_clearance')
  assert.equal(await tell(declined), 'applied failed')
  const id = await find()
  assert.equal(await tell(succeeded()), 'discrepancy failed')
  await late.settleOpen(id, 'bill_refused', 'return_to_payer')
  assert.deepEqual(await late.accountsOf(counter), owedToPayer)
  await late.send((await late.refundsOf(counter, id))[0]?.id, succeeded())
  assert.deepEqual(await late.accountsOf(counter), arrived)
})

test('another amount under the same receipt is told, whatever became of the first', async () => {
  const counter = await stage.openCounter()
  for (const takes of ['500', '1000']) {
    const { tell, id: find } = await bills.pay(counter, takes)
    await tell(succeeded())
    assert.match(await tell(succeeded(), 120_000n), /^discrepancy /)
    assert.deepEqual(await open(await find()), ['other_amount'])
  }
})

test('of money that is no merchant’s each contradiction is told once', async () => {
  // The last digit is wrong, so that nobody can have it.
  const { tell, receipt } = bills.tellerOf('2000000000001', null)
  const found = async () => {
    const listed = await stage.desk.call('/v1/admin/discrepancies?kind=unknown_reference', 'live')
    const items = (listed.body.data.items as Fields[]).filter(({ reference }) => reference === receipt)
    return items.map(({ ours, theirs }) => `${ours} / ${theirs}`).toReversed()
  }
  const first = 'nobody has the control number 2000000000001 / successful TZS 1000.00'
  assert.equal(await tell(succeeded()), 'discrepancy null')
  assert.equal(await tell(succeeded()), 'duplicate null')
  assert.deepEqual(await found(), [first])
  const contradictions = [first]
  for (const [word, ours, theirs] of [
    [declined, 'successful TZS 1000.00', 'failed'],
    [reversed, null, null],
    [declined, null, null],
    [succeeded(), 'reversed TZS 1000.00', 'paid TZS 1000.00'],
  ] as const) {
    for (const _twice of [1, 2]) await tell(word)
    if (ours !== null) contradictions.push(`${ours} / ${theirs}`)
    assert.deepEqual(await found(), contradictions, JSON.stringify(word))
  }
})
