import assert from 'node:assert/strict'
import type { Carries } from '../../src/providers/provider.ts'
import type { CollectOrder, Traced } from '../../src/providers/providers.ts'
import type { Check, Defendant } from './defendant.ts'
import { assertNoSecrets } from './open-secrets.ts'
import { forEver, patient } from './patient.ts'

/** What every adapter promises of money that comes in. */
export const paymentChecks: Check[] = [
  {
    promise: 'it says what it can carry',
    hold({ provider: { name, can }, payOuts }) {
      assert.match(name, /^[a-z][a-z0-9-]*$/)
      assert.ok(can.methods.length > 0, 'it carries no method')
      assertLimits(can)
      assert.equal(can.payOuts.methods.length > 0, payOuts !== undefined, 'who pays out is judged for it')
      if (payOuts) assertLimits(can.payOuts)
    },
  },
  {
    promise: 'what it is judged with is what it says it can carry',
    hold({ provider: { can }, order, payOuts }) {
      assertCarried(can, order())
      if (payOuts) assertCarried(can.payOuts, payOuts.order())
    },
  },
  {
    promise: 'a payment that is asked for is under way and can be looked up',
    async hold({ provider, order }) {
      const asked = order()
      const { collect, lookUp } = patient(provider)
      assert.equal((await collect(asked)).kind, 'pending')
      const { kind } = await lookUp(asked)
      assert.ok(['pending', 'unknown'].includes(kind), kind)
    },
  },
  {
    promise: 'a code is given for every order of one, and with no other',
    async hold(defendant) {
      const { collect } = patient(defendant.provider)
      const pushed = await collect(defendant.order())
      assert.ok(pushed.kind === 'pending')
      if (defendant.order().method !== 'DYNAMIC_QR') assert.equal(pushed.qr, undefined)
      if (!givesCodes(defendant)) return
      const shown = await collect(codeOrder(defendant))
      assert.ok(shown.kind === 'pending' && shown.qr?.paymentToken && shown.qr.payload, 'there is no code')
    },
  },
  {
    promise: 'the same reference sent twice is one payment',
    applies: ({ provider }) => provider.can.knowsRepeats,
    async hold(defendant) {
      const { collect } = patient(defendant.provider)
      const asked = codeOrder(defendant)
      const answers = [await collect(asked)]
      answers.push(...(await Promise.all([collect(asked), collect(asked)])))
      // What went over the wire may differ: who has seen a reference may say so first.
      const said = answers.map(({ exchanges: _, ...word }) => word)
      for (const word of said) assert.deepEqual(word, said[0])
    },
  },
  {
    promise: 'many payments asked for at once are each answered as their own',
    async hold(defendant) {
      const { collect, lookUp } = patient(defendant.provider)
      const orders = Array.from({ length: 20 }, () => codeOrder(defendant))
      const answers = await Promise.all(orders.map(collect))
      for (const { kind } of answers) assert.equal(kind, 'pending')
      for (const { kind } of await Promise.all(orders.map(lookUp))) {
        assert.ok(['pending', 'unknown'].includes(kind), kind)
      }
      if (!givesCodes(defendant)) return
      const tokens = answers.map((answer) =>
        answer.kind === 'pending' ? answer.qr?.paymentToken : undefined,
      )
      assert.equal(new Set(tokens).size, orders.length)
    },
  },
  {
    promise: 'a payment that was never sent is not a failed one',
    async hold({ provider, order }) {
      const { kind } = await patient(provider).lookUp(order())
      assert.ok(['never_seen', 'unknown'].includes(kind), kind)
    },
  },
  {
    promise: 'a payment is not seen by its sibling for another environment',
    applies: ({ stranger }) => stranger !== undefined,
    async hold({ provider, stranger, order }) {
      const asked = order()
      await patient(provider).collect(asked)
      const { kind } = await patient(stranger ?? provider).lookUp(asked)
      assert.ok(['never_seen', 'unknown'].includes(kind), kind)
    },
  },
  {
    promise: 'what a payment sent over the wire is shown with its secrets masked, and can be kept as JSON',
    applies: ({ secrets }) => secrets !== undefined,
    async hold(defendant) {
      const { provider, secrets = [] } = defendant
      const { collect, lookUp } = patient(provider)
      const [asked, coded, neverSent] = [defendant.order(), codeOrder(defendant), defendant.order()]
      const answers: [string, Traced | undefined][] = [
        [asked.reference, await collect(asked)],
        [coded.reference, await collect(coded)],
        [asked.reference, await lookUp(asked)],
        [neverSent.reference, await lookUp(neverSent)],
      ]
      if (provider.cancel) answers.push([asked.reference, await provider.cancel(asked, forEver)])
      for (const [reference, word] of answers) {
        const exchanges = word?.exchanges ?? []
        assert.ok(exchanges.length > 0, 'support asks for it')
        assert.deepEqual(JSON.parse(JSON.stringify(exchanges)), exchanges)
        assertNoSecrets(exchanges, secrets)
        for (const { request } of exchanges) assert.ok(JSON.stringify(request).includes(reference))
      }
    },
  },
]

const givesCodes = ({ provider }: Defendant) => provider.can.methods.includes('DYNAMIC_QR')

/** An order of a code where there are codes, because these show best whose answer it is. */
function codeOrder(defendant: Defendant): CollectOrder {
  const order = defendant.order()
  return givesCodes(defendant) ? { ...order, method: 'DYNAMIC_QR', phone: null } : order
}

function assertLimits({ currencies, amounts }: Carries<string>): void {
  assert.ok(currencies.length > 0 && currencies.every((currency) => /^[A-Z]{3}$/.test(currency)))
  const { smallest, least, most } = amounts
  assert.ok(smallest > 0n && least >= smallest && most >= least, 'nothing is between the limits')
  assert.deepEqual([least % smallest, most % smallest], [0n, 0n], 'limits are amounts that can be carried')
}

function assertCarried<Method extends string>(
  { methods, currencies, amounts: { smallest, least, most } }: Carries<Method>,
  { method, currency, amount }: { method: Method; currency: string; amount: bigint },
): void {
  assert.ok(methods.includes(method) && currencies.includes(currency))
  assert.ok(amount >= least && amount <= most && amount % smallest === 0n)
}
