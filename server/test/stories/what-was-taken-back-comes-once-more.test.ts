import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Outcome } from '../../src/providers/providers.ts'
import { declined, lookAgain, succeeded } from './money/own-provider.ts'
import { inShort } from './parts/newcomers.ts'
import { billTellers } from './refunds/bill-tellers.ts'
import { type Counter, latePayments, reversed } from './refunds/late-payments.ts'
import { openRefundStage, type RefundStage } from './refunds/stage.ts'

let stage: RefundStage
let late: ReturnType<typeof latePayments>
before(async () => {
  stage = await openRefundStage()
  late = latePayments(stage)
})
after(() => stage.close())

const owedToPayer = { clearing: -100_000n, returns: 100_000n }
const arrived = { clearing: -100_000n, payout_clearing: 100_000n }
const lost = { fees: -100_000n, payout_clearing: 100_000n }

type Paid = { id: string; tell(word: Outcome): Promise<unknown> }

/** Payments of a thousand that the merchant had until the provider took them back: for a control number, and asked for on a phone. */
const kinds: Record<string, (counter: Counter) => Promise<Paid>> = {
  async 'a bill'(counter) {
    const { tell, id } = await billTellers(stage).pay(counter, '1000')
    for (const word of [succeeded(), reversed]) await tell(word)
    return { id: await id(), tell }
  },
  async 'a push'(counter) {
    const { id, reference } = await counter.paid()
    const tell = (word: Outcome) => stage.provider.tell(stage.service, reference, word)
    await tell(reversed)
    return { id: String(id), tell }
  },
}

const reject = async (refund: unknown) =>
  assert.equal(inShort(await stage.desk.decide(refund, 'reject', { note: 'never came' })), '200')
const open = async (id: string) =>
  (await stage.desk.discrepancies(id)).flatMap(({ kind, status }) => (status === 'open' ? [kind] : []))

/** It is told, and whoever is asked says the same. */
async function comes({ tell }: Paid): Promise<void> {
  stage.clock.pass(60_000)
  stage.provider.script.lookUp = () => succeeded()
  await tell(succeeded())
  await lookAgain(stage.service.parts)
  stage.provider.script.lookUp = undefined
}

for (const [kind, take] of Object.entries(kinds)) {
  test(`what comes once more of ${kind} is owed to its payer, and goes there`, async () => {
    const counter = await stage.openCounter()
    const paid = await take(counter)
    assert.deepEqual(await late.accountsOf(counter), {})
    await comes(paid)
    await late.settleOpen(paid.id, 'missing_here', 'return_to_payer')
    assert.deepEqual(await late.accountsOf(counter), owedToPayer)
    const [refund] = await late.refundsOf(counter, paid.id)
    await late.send(refund?.id, succeeded())
    assert.equal((await counter.read(refund?.id)).status, 'SUCCESS')
    assert.deepEqual(await late.accountsOf(counter), arrived)
    assert.deepEqual(await open(paid.id), [])
  })

  test(`and is owed to nobody once ${kind} is taken back again, as often as that happens`, async () => {
    const counter = await stage.openCounter()
    const paid = await take(counter)
    for (const word of [reversed, declined, reversed]) {
      await comes(paid)
      assert.deepEqual(await open(paid.id), ['missing_here'])
      assert.deepEqual(await late.accountsOf(counter), {}, 'nothing moves by itself')
      await late.settleOpen(paid.id, 'missing_here', 'return_to_payer')
      assert.deepEqual(await late.accountsOf(counter), owedToPayer)

      await paid.tell(word)
      await paid.tell(word)
      assert.deepEqual(await open(paid.id), ['reversal_after_failure'])
      const [refund] = await late.refundsOf(counter, paid.id)
      assert.equal(inShort(await stage.desk.decide(refund?.id, 'approve')), '409 invalid_state')
      await reject(refund?.id)
      await late.settleOpen(paid.id, 'reversal_after_failure', 'accept_provider')
      assert.deepEqual(await late.accountsOf(counter), {})
    }
    await comes(paid)
    await late.settleOpen(paid.id, 'missing_here', 'return_to_payer')
    const refunds = await late.refundsOf(counter, paid.id)
    assert.equal(refunds.length, 4)
    await late.send(refunds[0]?.id, succeeded())
    assert.deepEqual(await late.accountsOf(counter), arrived)
    assert.equal((await counter.collection(paid.id)).status, 'reversed')
  })

  test(`what was wrongly called gone of ${kind} is still owed; what arrived before it was taken back is our loss`, async () => {
    const counter = await stage.openCounter()
    const paid = await take(counter)
    await comes(paid)
    await late.settleOpen(paid.id, 'missing_here', 'return_to_payer')
    await paid.tell(reversed)
    await late.settleOpen(paid.id, 'reversal_after_failure', 'keep_ours')
    const [refund] = await late.refundsOf(counter, paid.id)
    await late.send(refund?.id, succeeded())
    assert.deepEqual(await late.accountsOf(counter), arrived)

    await comes(paid)
    await late.settleOpen(paid.id, 'missing_here', 'keep_ours')
    await paid.tell(reversed)
    await late.settleOpen(paid.id, 'reversal_after_failure', 'accept_provider')
    assert.deepEqual(await late.accountsOf(counter), lost)
  })

  test(`of ${kind} that the provider, when it was asked, called taken back once before, what comes later is owed all the same`, async () => {
    const counter = await stage.openCounter()
    const paid = await take(counter)
    stage.provider.script.lookUp = () => reversed
    await paid.tell(succeeded())
    await lookAgain(stage.service.parts)
    assert.deepEqual(await open(paid.id), [])
    await comes(paid)
    await late.settleOpen(paid.id, 'missing_here', 'return_to_payer')
    const [refund] = await late.refundsOf(counter, paid.id)
    await late.send(refund?.id, succeeded())
    assert.deepEqual(await late.accountsOf(counter), arrived)
  })

  test(`what came once more of ${kind} and was taken back before anybody decided is owed to nobody`, async () => {
    const counter = await stage.openCounter()
    const paid = await take(counter)
    await comes(paid)
    await paid.tell(reversed)
    const news = await late.findOpen(paid.id, 'missing_here')
    const refused = await stage.desk.settle(news?.id, { action: 'return_to_payer', note: 'theirs' })
    assert.equal(inShort(refused), '409 invalid_state')
    assert.match(refused.body.error.message, /returned this money by itself/)
    await late.settleOpen(paid.id, 'missing_here', 'keep_ours')
    assert.deepEqual(await late.accountsOf(counter), {})
  })
}
