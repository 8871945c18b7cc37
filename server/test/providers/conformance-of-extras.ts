import assert from 'node:assert/strict'
import type { Listed, Outcome, Provider } from '../../src/providers/providers.ts'
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

async function booksOf(provider: Provider) {
  const lines = provider.list?.({ from: new Date(0), to: new Date('2100-01-01') }, forEver)
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
    promise: 'its own list has what it was asked for, in our words',
    applies: ({ provider }) => provider.list !== undefined,
    async hold({ provider, order }) {
      const asked = order()
      await patient(provider).collect(asked)
      const span = { from: new Date(0), to: new Date('2100-01-01') }
      const lines: Listed[] = []
      for await (const line of provider.list?.(span, forEver) ?? []) lines.push(line)
      for (const { reference, about, outcome, at } of lines) {
        assert.ok(reference && ['collection', 'disbursement'].includes(about))
        assert.ok(outcomeKinds.includes(outcome.kind), outcome.kind)
        assert.ok(at >= span.from && at < span.to)
      }
      assert.equal(lines.filter(({ reference }) => reference === asked.reference).length, 1)
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
