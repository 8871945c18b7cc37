import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CollectOrder, RawCallback } from '../../src/providers/providers.ts'
import { judgePayOuts, type PayingDefendant } from './conformance-of-payouts.ts'

/** An adapter with what the judge needs to speak its provider's tongue. */
export type Defendant = PayingDefendant & {
  /** A fresh order that the provider takes. */
  order(): CollectOrder
  /** A callback as the provider itself would sign it, about a reference, with one of its words for a status. */
  callback(reference: string, word: string): RawCallback
  words: { success: string; failures: string[] }
  close(): Promise<void>
}

const bytes = (text: string) => new TextEncoder().encode(text)

/** What every adapter must promise, whoever stands behind it. */
export function judgeProvider(name: string, makeProvider: () => Promise<Defendant>): void {
  describe(`${name} keeps the promises of a provider`, () => {
    let defendant: Defendant
    before(async () => {
      defendant = await makeProvider()
    })
    after(() => defendant.close())
    judgeCapabilities(() => defendant)
    judgePayments(() => defendant)
    judgeCallbacks(() => defendant)
    judgePayOuts(() => defendant)
  })
}

function judgeCapabilities(accused: () => Defendant): void {
  test('it says what it can carry', () => {
    const { name, can } = accused().provider
    assert.match(name, /^[a-z][a-z0-9-]*$/)
    assert.ok(can.methods.length > 0 && can.currencies.length > 0)
    assert.ok(can.currencies.every((currency) => /^[A-Z]{3}$/.test(currency)))
    const { smallest, least, most } = can.amounts
    assert.ok(smallest > 0n && least >= smallest && most >= least)
    assert.deepEqual([least % smallest, most % smallest], [0n, 0n], 'limits are amounts that can be carried')
  })
}

function judgePayments(accused: () => Defendant): void {
  test('a payment that is asked for is under way and can be looked up', async () => {
    const { provider, order } = accused()
    const asked = order()
    assert.equal((await provider.collect(asked)).kind, 'pending')
    const found = await provider.lookUp(asked)
    assert.ok(['pending', 'unknown'].includes(found.kind), found.kind)
  })

  test('the same reference sent twice is one payment', async () => {
    const { provider, order } = accused()
    if (!provider.can.knowsRepeats) return
    const asked = { ...order(), method: 'DYNAMIC_QR' as const }
    const answers = [await provider.collect(asked)]
    answers.push(...(await Promise.all([provider.collect(asked), provider.collect(asked)])))
    for (const answer of answers) assert.deepEqual(answer, answers[0])
  })

  test('many payments asked for at once are each answered as their own', async () => {
    const { provider, order } = accused()
    const orders = Array.from({ length: 20 }, () => ({ ...order(), method: 'DYNAMIC_QR' as const }))
    const answers = await Promise.all(orders.map((asked) => provider.collect(asked)))
    const tokens = answers.map((answer) => (answer.kind === 'pending' ? answer.qr?.paymentToken : undefined))
    assert.ok(tokens.every((token) => token !== undefined))
    assert.equal(new Set(tokens).size, orders.length)
  })

  test('a payment that was never sent is not a failed one', async () => {
    const { provider, order } = accused()
    const found = await provider.lookUp(order())
    assert.ok(['never_seen', 'unknown'].includes(found.kind), found.kind)
  })

  test('a payment is not seen by its sibling for another environment', async () => {
    const { provider, stranger, order } = accused()
    if (!stranger) return
    const asked = order()
    await provider.collect(asked)
    const found = await stranger.lookUp(asked)
    assert.ok(['never_seen', 'unknown'].includes(found.kind), found.kind)
  })
}

function judgeCallbacks(accused: () => Defendant): void {
  test('a genuine callback names its event and its payment', () => {
    const { provider, callback, words } = accused()
    const read = provider.readCallback(callback('MLP1', words.success))
    assert.deepEqual(
      [read?.about, read?.reference, read?.outcome.kind, read?.isGenuine],
      ['collection', 'MLP1', 'succeeded', true],
    )
    assert.ok(read?.eventId)
  })

  test('every word for failure is a failure with a reason', () => {
    const { provider, callback, words } = accused()
    assert.ok(words.failures.length > 0)
    for (const word of words.failures) {
      const outcome = provider.readCallback(callback('MLP1', word))?.outcome
      assert.equal(outcome?.kind, 'failed', word)
      assert.ok(outcome.reason && outcome.providerStatus && outcome.providerMessage, word)
    }
  })

  test('a word it does not know is unknown, never a failure', () => {
    const { provider, callback } = accused()
    for (const word of ['SOMETHING_NEW', '', 'constructor', '__proto__', 'completed ']) {
      const read = provider.readCallback(callback('MLP1', word))
      assert.ok(read === null || read.outcome.kind === 'unknown', word)
    }
  })

  test('what is no callback at all is nothing, or unknown, and never thrown', () => {
    const { provider, callback, words } = accused()
    const genuine = callback('MLP1', words.success)
    const garbage = ['', '<html>502 Bad Gateway</html>', 'null', '[]', '"x"', '0', '{}', '{"event_id":1}']
    const cut = Array.from(genuine.body.keys(), (length) => genuine.body.subarray(0, length))
    const broken = [Uint8Array.of(0xff, 0xfe, 0x00), ...garbage.map(bytes), ...cut]
    for (const body of broken) {
      for (const headers of [genuine.headers, {}]) {
        const read = provider.readCallback({ headers, body })
        assert.ok(read === null || read.outcome.kind === 'unknown', Buffer.from(body).toString())
      }
    }
  })

  test('a changed byte anywhere makes it not genuine', () => {
    const { provider, callback, words } = accused()
    const genuine = callback('MLP1', words.success)
    for (const position of genuine.body.keys()) {
      const body = Uint8Array.from(genuine.body)
      body[position] = (body[position] ?? 0) ^ 1
      assert.notEqual(
        provider.readCallback({ headers: genuine.headers, body })?.isGenuine,
        true,
        `${position}`,
      )
    }
  })

  test('a signature that is missing, cut, lengthened or written otherwise is not genuine', () => {
    const { provider, callback, words } = accused()
    const { headers, body } = callback('MLP1', words.success)
    const changed: ((value: string) => string)[] = [
      () => '',
      (value) => value.slice(1),
      (value) => `${value}0`,
      (value) => ` ${value}`,
      (value) => value.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      (value) => `${value.slice(0, -1)}é`,
    ]
    for (const change of changed) {
      const spoilt = Object.entries(headers).map(([key, value]) => [
        key,
        /json/.test(value) ? value : change(value),
      ])
      assert.equal(provider.readCallback({ headers: Object.fromEntries(spoilt), body })?.isGenuine, false)
    }
    assert.equal(provider.readCallback({ headers: {}, body })?.isGenuine, false)
  })
}
