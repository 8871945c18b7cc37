import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange, PayOutLookedUp, PayOutOrder, RawCallback } from '../../src/providers/providers.ts'
import { assertNoSecrets } from './open-secrets.ts'
import type { Patient } from './patient.ts'

/** What the judge needs to know of how an adapter's provider pays out. */
export type PayingDefendant = {
  provider: Patient
  /** The same network for another environment, if it is one of several. */
  stranger?: Patient
  payOuts: {
    /** A fresh order that the provider takes. */
    order(): PayOutOrder
    /** A fresh order that the provider takes and then fails, and a way to let that happen. */
    failing(): PayOutOrder
    settle(): Promise<void>
    /** A callback as the provider itself would sign it, about a payout. */
    callback(reference: string, word: string): RawCallback
    words: { success: string; failures: string[] }
    /** What must never be written down. */
    secrets: string[]
  }
}

/** What every adapter that pays out must promise. */
export function judgePayOuts(accused: () => PayingDefendant): void {
  judgeSending(accused)
  judgeLookingUp(accused)
  judgeWords(accused)
  test('what went over the wire is shown with its secrets masked, and can be kept as JSON', async () => {
    const { provider, payOuts } = accused()
    const [asked, neverSent] = [payOuts.order(), payOuts.order()]
    const answers: [string, PayOutLookedUp][] = [
      [asked.reference, await provider.payOut(asked)],
      [asked.reference, await provider.lookUpPayOut(asked)],
      [neverSent.reference, await provider.lookUpPayOut(neverSent)],
    ]
    for (const [reference, { exchange }] of answers) {
      assert.ok(exchange, 'support asks for it')
      assert.deepEqual(JSON.parse(JSON.stringify(exchange)), exchange)
      assertNoSecrets(exchange, payOuts.secrets)
      assert.ok(JSON.stringify(exchange.request).includes(reference))
    }
  })
}

function judgeSending(accused: () => PayingDefendant): void {
  test('it says what it can pay out', () => {
    const { methods, currencies, amounts } = accused().provider.can.payOuts
    assert.ok(methods.length > 0 && currencies.every((currency) => /^[A-Z]{3}$/.test(currency)))
    const { smallest, least, most } = amounts
    assert.ok(smallest > 0n && least >= smallest && most >= least)
    assert.deepEqual([least % smallest, most % smallest], [0n, 0n], 'limits are amounts that can be paid')
  })

  test('the same reference sent twice is one payout', async () => {
    const { provider, payOuts } = accused()
    if (!provider.can.knowsRepeats) return
    const asked = payOuts.order()
    const answers = [await provider.payOut(asked)]
    answers.push(...(await Promise.all([provider.payOut(asked), provider.payOut(asked)])))
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    await payOuts.settle()
    const ended = withoutExchange(await provider.lookUpPayOut(asked))
    assert.deepEqual(withoutExchange(await provider.payOut(asked)), ended, 'answered as it stands')
  })

  test('many payouts sent at once are each answered as their own', async () => {
    const { provider, payOuts } = accused()
    const orders = Array.from({ length: 20 }, payOuts.order)
    const answers = await Promise.all(orders.map((order) => provider.payOut(order)))
    answers.forEach(({ kind, exchange }, position) => {
      assert.equal(kind, 'pending')
      assert.ok(JSON.stringify(exchange).includes(`"${orders[position]?.reference}"`))
    })
  })
}

function judgeLookingUp(accused: () => PayingDefendant): void {
  test('a payout that was never sent is not a failed one', async () => {
    const { provider, payOuts } = accused()
    const { kind } = await provider.lookUpPayOut(payOuts.order())
    assert.ok(['never_seen', 'unknown'].includes(kind), kind)
  })

  test('a payout is not seen by its sibling for another environment', async () => {
    const { provider, stranger, payOuts } = accused()
    if (!stranger) return
    const asked = payOuts.order()
    await provider.payOut(asked)
    const { kind } = await stranger.lookUpPayOut(asked)
    assert.ok(['never_seen', 'unknown'].includes(kind), kind)
  })

  test('a payout is not seen as a collection', async () => {
    const { provider, payOuts } = accused()
    const asked = payOuts.order()
    await provider.payOut(asked)
    const { kind } = await provider.lookUp(asked)
    assert.ok(['never_seen', 'unknown'].includes(kind), kind)
  })

  test('a payout that failed says why', async () => {
    const { provider, payOuts } = accused()
    const asked = payOuts.failing()
    await provider.payOut(asked)
    await payOuts.settle()
    const found = await provider.lookUpPayOut(asked)
    assert.ok(found.kind === 'failed', found.kind)
    assert.ok(found.reason && found.providerStatus && found.providerMessage)
  })
}

function judgeWords(accused: () => PayingDefendant): void {
  test('a callback says that it is about a payout', () => {
    const { provider, payOuts } = accused()
    const read = provider.readCallback(payOuts.callback('MLPOUT1', payOuts.words.success))
    assert.deepEqual(
      [read?.about, read?.reference, read?.outcome.kind, read?.isGenuine],
      ['disbursement', 'MLPOUT1', 'succeeded', true],
    )
  })

  test('every word for a failed payout is a failure with a reason', () => {
    const { provider, payOuts } = accused()
    assert.ok(payOuts.words.failures.length > 0)
    for (const word of payOuts.words.failures) {
      const outcome = provider.readCallback(payOuts.callback('MLPOUT1', word))?.outcome
      assert.equal(outcome?.kind, 'failed', word)
      assert.ok(outcome.reason && outcome.providerStatus && outcome.providerMessage, word)
    }
  })

  test('a word about a payout that it does not know is unknown, never a failure', () => {
    const { provider, payOuts } = accused()
    for (const word of ['SOMETHING_NEW', '', 'constructor', '__proto__', 'rejected', 'WRONG_PIN']) {
      const read = provider.readCallback(payOuts.callback('MLPOUT1', word))
      assert.ok(read === null || read.outcome.kind === 'unknown', word)
    }
  })
}

function withoutExchange<Reply extends { exchange?: Exchange }>({ exchange: _, ...rest }: Reply) {
  return rest
}
