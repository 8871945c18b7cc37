import assert from 'node:assert/strict'
import type { Exchange, PayOutLookedUp } from '../../src/providers/providers.ts'
import { assertNoNews, inShort } from './conformance-of-callbacks.ts'
import { type Check, type Defendant, newsOf, payOutsOf } from './defendant.ts'
import { assertNoSecrets } from './open-secrets.ts'
import { patient } from './patient.ts'

const paysOut = ({ payOuts }: Defendant) => payOuts !== undefined
const tellsOfPayOuts = ({ payOuts }: Defendant) => payOuts?.news !== undefined

/** What every adapter that pays out promises of it. */
export const payOutChecks: Check[] = [
  {
    promise: 'the same reference sent twice is one payout',
    applies: (defendant) => paysOut(defendant) && defendant.provider.can.knowsRepeats,
    async hold(defendant) {
      const { order, settle } = payOutsOf(defendant)
      const { payOut, lookUpPayOut } = patient(defendant.provider)
      const asked = order()
      const answers = [await payOut(asked)]
      answers.push(...(await Promise.all([payOut(asked), payOut(asked)])))
      // What went over the wire may differ: who has seen a reference may say so first.
      const said = answers.map(withoutExchange)
      for (const answer of said) assert.deepEqual(answer, said[0])
      await settle?.()
      const ended = withoutExchange(await lookUpPayOut(asked))
      assert.deepEqual(withoutExchange(await payOut(asked)), ended, 'answered as it stands')
    },
  },
  {
    promise: 'many payouts sent at once are each answered as their own',
    applies: paysOut,
    async hold(defendant) {
      const { payOut } = patient(defendant.provider)
      const orders = Array.from({ length: 20 }, payOutsOf(defendant).order)
      const answers = await Promise.all(orders.map(payOut))
      answers.forEach(({ kind, exchange }, position) => {
        assert.equal(kind, 'pending')
        if (exchange) assert.ok(JSON.stringify(exchange).includes(orders[position]?.reference ?? '-'))
      })
    },
  },
  {
    promise: 'a payout that was never sent is not a failed one',
    applies: paysOut,
    async hold(defendant) {
      const { kind } = await patient(defendant.provider).lookUpPayOut(payOutsOf(defendant).order())
      assert.ok(['never_seen', 'unknown'].includes(kind), kind)
    },
  },
  {
    promise: 'a payout is seen neither by its sibling for another environment nor as a collection',
    applies: paysOut,
    async hold(defendant) {
      const { provider, stranger } = defendant
      const asked = payOutsOf(defendant).order()
      await patient(provider).payOut(asked)
      const kinds: string[] = [(await patient(provider).lookUp(asked)).kind]
      if (stranger) kinds.push((await patient(stranger).lookUpPayOut(asked)).kind)
      for (const kind of kinds) assert.ok(['never_seen', 'unknown'].includes(kind), kind)
    },
  },
  {
    promise: 'a payout that failed says why',
    applies: ({ payOuts }) => payOuts?.failing !== undefined,
    async hold(defendant) {
      const { failing, order, settle } = payOutsOf(defendant)
      const { payOut, lookUpPayOut } = patient(defendant.provider)
      const asked = (failing ?? order)()
      await payOut(asked)
      await settle?.()
      const found = await lookUpPayOut(asked)
      assert.ok(found.kind === 'failed', found.kind)
      assert.ok(found.reason && found.providerStatus && found.providerMessage)
    },
  },
  {
    promise: 'a callback says that it is about a payout, and is believed only for its signature',
    applies: tellsOfPayOuts,
    hold(defendant) {
      const { callback, words } = newsOf(defendant)
      const { can, readCallback } = defendant.provider
      const read = readCallback(callback('MLPOUT1', words.success))
      assert.deepEqual(inShort(read), ['disbursement', 'MLPOUT1', 'succeeded', can.signsCallbacks])
    },
  },
  {
    promise: 'every word for a failed payout is a failure with a reason',
    applies: tellsOfPayOuts,
    hold(defendant) {
      const { callback, words } = newsOf(defendant)
      assert.ok(words.failures.length > 0)
      for (const word of words.failures) {
        const outcome = defendant.provider.readCallback(callback('MLPOUT1', word))?.outcome
        assert.ok(outcome?.kind === 'failed', word)
        assert.ok(outcome.reason && outcome.providerStatus && outcome.providerMessage, word)
      }
    },
  },
  {
    promise: 'a word about a payout that it does not know is unknown, never a failure',
    applies: tellsOfPayOuts,
    hold(defendant) {
      const { callback } = newsOf(defendant)
      for (const word of ['SOMETHING_NEW', '', 'constructor', '__proto__', 'rejected', 'WRONG_PIN']) {
        assertNoNews(defendant.provider.readCallback(callback('MLPOUT1', word)), word)
      }
    },
  },
  {
    promise: 'what went over the wire is shown with its secrets masked, and can be kept as JSON',
    applies: ({ payOuts }) => payOuts?.secrets !== undefined,
    async hold(defendant) {
      const { order, secrets } = payOutsOf(defendant)
      const { payOut, lookUpPayOut } = patient(defendant.provider)
      const [asked, neverSent] = [order(), order()]
      const answers: [string, PayOutLookedUp][] = [
        [asked.reference, await payOut(asked)],
        [asked.reference, await lookUpPayOut(asked)],
        [neverSent.reference, await lookUpPayOut(neverSent)],
      ]
      for (const [reference, { exchange }] of answers) {
        assert.ok(exchange, 'support asks for it')
        assert.deepEqual(JSON.parse(JSON.stringify(exchange)), exchange)
        assertNoSecrets(exchange, secrets ?? [])
        assert.ok(JSON.stringify(exchange.request).includes(reference))
      }
    },
  },
]

function withoutExchange<Reply extends { exchange?: Exchange }>({ exchange: _, ...rest }: Reply) {
  return rest
}
