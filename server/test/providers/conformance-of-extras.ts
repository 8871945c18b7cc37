import assert from 'node:assert/strict'
import type { Outcome, Provider } from '../../src/providers/providers.ts'
import { type Check, payOutsOf } from './defendant.ts'
import { assertNoSecrets } from './open-secrets.ts'
import { forEver, patient } from './patient.ts'

const outcomeKinds: string[] = [
  'pending',
  'succeeded',
  'failed',
  'reversed',
  'unknown',
] satisfies Outcome['kind'][]

const always = { from: new Date(0), to: new Date('2100-01-01') }

async function booksOf(provider: Provider) {
  const lines = provider.list?.(always, forEver)
  return [await provider.balance?.(forEver), lines && (await Array.fromAsync(lines))]
}

/** What the optional members of the port promise, where an adapter has them. */
export const extraChecks: Check[] = [
  {
    promise: 'what it says is cancelled can no longer be paid',
    applies: ({ provider }) => provider.cancel !== undefined,
    async hold({ provider, order }) {
      const asked = order()
      await patient(provider).collect(asked)
      const answer = await provider.cancel?.(asked, forEver)
      assert.ok(answer && [...outcomeKinds, 'cancelled'].includes(answer.kind), answer?.kind)
      if (answer.kind !== 'cancelled') return
      assert.ok(answer.providerStatus)
      const { kind } = await patient(provider).lookUp(asked)
      assert.ok(['failed', 'never_seen', 'unknown'].includes(kind), `cancelled, and then ${kind}`)
    },
  },
  {
    promise: 'cancelling what it never saw is neither a payment nor a failure',
    applies: ({ provider }) => provider.cancel !== undefined,
    async hold({ provider, order }) {
      const answer = await provider.cancel?.(order(), forEver)
      assert.ok(answer && ['cancelled', 'unknown'].includes(answer.kind), answer?.kind)
    },
  },
  {
    promise: 'its balance is money, or unknown',
    applies: ({ provider }) => provider.balance !== undefined,
    async hold({ provider }) {
      const float = await provider.balance?.(forEver)
      if (float?.kind === 'unknown') return assert.ok(float.because)
      assert.ok(float?.kind === 'known' && typeof float.amount === 'bigint')
      assert.match(float.currency, /^[A-Z]{3}$/)
    },
  },
  {
    promise: 'a probe says whether we are known, shows no secrets, and moves nothing',
    applies: ({ provider }) => provider.probe !== undefined,
    async hold({ provider, payOuts }) {
      const before = await booksOf(provider)
      const probed = await provider.probe?.(forEver)
      assert.equal(probed?.kind, 'ok', 'whoever is set up as the provider knows it is known')
      assert.ok(probed.theirTime === null || !Number.isNaN(probed.theirTime.getTime()))
      assertNoSecrets(probed.exchanges, payOuts?.secrets ?? [])
      assert.deepEqual(await booksOf(provider), before)
    },
  },
  {
    promise: 'a name is found, not found, or unknown',
    applies: ({ provider, payOuts }) => provider.lookUpName !== undefined && payOuts !== undefined,
    async hold(defendant) {
      const { order } = payOutsOf(defendant)
      for (const identifier of [order().identifier, '0', '255000000000', 'x y']) {
        const found = await defendant.provider.lookUpName?.({ ...order(), identifier }, forEver)
        assert.ok(found && ['found', 'not_found', 'unknown'].includes(found.kind), found?.kind)
        if (found.kind === 'found') assert.ok(found.name.trim())
      }
    },
  },
  {
    promise:
      'its own list has what it was asked for once, in our words, and tells of nothing but what it says it lists',
    applies: ({ provider }) => provider.list !== undefined || provider.can.lists !== undefined,
    async hold({ provider, order, payOuts }) {
      assert.ok(provider.list, 'what lists nothing cannot say what it lists')
      const listed = provider.can.lists ?? ['collection', 'disbursement']
      assert.ok(listed.length > 0, 'a list of nothing is none')
      const [paid, sent] = [order(), payOuts?.order()]
      await patient(provider).collect(paid)
      if (sent) await patient(provider).payOut(sent)
      const lines = await Array.fromAsync(provider.list(always, forEver))
      for (const { reference, about, outcome, at } of lines) {
        assert.ok(reference && listed.includes(about), about)
        assert.ok(outcomeKinds.includes(outcome.kind), outcome.kind)
        assert.ok(at >= always.from && at < always.to)
      }
      const timesOf = (asked: string) => lines.filter(({ reference }) => reference === asked).length
      if (listed.includes('collection')) assert.equal(timesOf(paid.reference), 1, 'what came in')
      if (sent && listed.includes('disbursement')) assert.equal(timesOf(sent.reference), 1, 'what went out')
    },
  },
  {
    promise: 'what is collected fills its float, or does not, as it says',
    applies: ({ provider }) => provider.can.float !== undefined,
    async hold({ provider, order, pay }) {
      assert.ok(provider.balance && pay, 'who says how its float is filled is judged for it')
      const asked = order()
      const before = await provider.balance(forEver)
      assert.equal((await patient(provider).collect(asked)).kind, 'pending')
      await pay(asked)
      assert.equal((await patient(provider).lookUp(asked)).kind, 'succeeded')
      const after = await provider.balance(forEver)
      assert.ok(before.kind === 'known' && after.kind === 'known')
      const isFilled = provider.can.float === 'one_balance'
      assert.equal(after.amount > before.amount, isFilled, `${before.amount}, then ${after.amount}`)
    },
  },
  {
    promise: 'what a payer will see is text, or nothing',
    applies: ({ provider }) => provider.describe !== undefined,
    hold({ provider, order }) {
      for (const method of provider.can.methods) {
        const view = provider.describe?.({ method, phone: order().phone })
        assert.ok(view)
        assert.deepEqual(Object.keys(view).sort(), ['help', 'menu_code', 'payee_shown', 'wallet'])
        const { help, ...texts } = view
        const all = [...Object.values(texts), ...(help === null ? [] : [help.sw, help.en])]
        for (const text of all) assert.ok(text === null || text.trim() !== '')
      }
    },
  },
]
