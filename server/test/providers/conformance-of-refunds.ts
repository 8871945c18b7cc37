import assert from 'node:assert/strict'
import type { PayOutLookedUp, RefundOrder } from '../../src/providers/providers.ts'
import type { Check, Defendant, RefundsOfDefendant } from './defendant.ts'
import { assertNoSecrets } from './open-secrets.ts'
import { forEver, patient } from './patient.ts'

const isNative = ({ provider }: Defendant) => provider.can.refunds.way === 'native'
const returnsParts = ({ provider: { can } }: Defendant) => can.refunds.way === 'native' && can.refunds.partial

/** The calls of one who returns payments itself, asked by somebody who never hangs up. */
function returning(defendant: Defendant) {
  const { refund, lookUpRefund } = defendant.provider
  if (!refund || !lookUpRefund || !defendant.refunds) throw new Error('This provider returns no payments.')
  return {
    ...(defendant.refunds satisfies RefundsOfDefendant),
    refund: (order: RefundOrder) => refund(order, forEver),
    lookUpRefund: (order: RefundOrder) => lookUpRefund(order, forEver),
  }
}

const unclear = ['never_seen', 'unknown']

function withoutExchange({ exchange: _, ...said }: PayOutLookedUp): unknown {
  return said
}

function assertRefused(answer: PayOutLookedUp): void {
  assert.ok(answer.kind === 'failed', answer.kind)
  assert.ok(answer.reason && answer.providerStatus && answer.providerMessage)
}

/** What every adapter promises whose provider returns payments itself. */
export const refundChecks: Check[] = [
  {
    promise:
      'it says whether it returns payments itself, has both calls for it or neither, and is judged for it',
    hold({ provider, refunds }) {
      const { can, refund, lookUpRefund } = provider
      assert.equal(refund === undefined, lookUpRefund === undefined, 'both calls, or neither')
      if (can.refunds.way !== 'native') return
      assert.ok(refund && refunds, 'who returns payments is judged for it')
      const { smallest, least, most } = can.refunds.amounts
      assert.ok(smallest > 0n && least > 0n && least <= most, 'its limits leave nothing')
      assert.ok(least % smallest === 0n && most % smallest === 0n, 'its limits are multiples of its unit')
      assert.ok(can.refunds.days === null || can.refunds.days > 0)
    },
  },
  {
    promise: 'the same return sent twice is one return',
    applies: (defendant) => isNative(defendant) && defendant.provider.can.knowsRepeats,
    async hold(defendant) {
      const { ofPaid, refund, lookUpRefund, settle } = returning(defendant)
      const asked = await ofPaid()
      const answers = [await refund(asked), ...(await Promise.all([refund(asked), refund(asked)]))]
      const said = answers.map(withoutExchange)
      for (const answer of said) assert.deepEqual(answer, said[0])
      assert.ok(['pending', 'succeeded'].includes(answers[0]?.kind ?? ''), answers[0]?.kind)
      await settle?.()
      const ended = withoutExchange(await lookUpRefund(asked))
      assert.deepEqual(withoutExchange(await refund(asked)), ended, 'answered as it stands')
    },
  },
  {
    promise: 'a return that was never sent is not a failed one',
    applies: isNative,
    async hold(defendant) {
      const { ofPaid, lookUpRefund } = returning(defendant)
      const { kind } = await lookUpRefund(await ofPaid())
      assert.ok(unclear.includes(kind), kind)
    },
  },
  {
    promise: 'what was never paid is not returned',
    applies: isNative,
    async hold(defendant) {
      const { ofPaid, refund } = returning(defendant)
      assertRefused(await refund({ ...(await ofPaid()), paidAs: 'MLPNEVERPAID' }))
    },
  },
  {
    promise: 'what waits to be paid is not returned',
    applies: isNative,
    async hold(defendant) {
      const { ofUnpaid, refund } = returning(defendant)
      assertRefused(await refund(await ofUnpaid()))
    },
  },
  {
    promise: 'more than was paid is not returned',
    applies: isNative,
    async hold(defendant) {
      const { ofPaid, refund } = returning(defendant)
      const asked = await ofPaid()
      assertRefused(await refund({ ...asked, amount: asked.amount + 1n }))
    },
  },
  {
    promise: 'a part is returned, as its own amount',
    applies: returnsParts,
    async hold(defendant) {
      const { ofPaid, refund, lookUpRefund, settle } = returning(defendant)
      const asked = await ofPaid()
      const part = { ...asked, amount: asked.amount / 2n }
      const { kind } = await refund(part)
      assert.ok(['pending', 'succeeded'].includes(kind), kind)
      await settle?.()
      const found = await lookUpRefund(part)
      assert.ok(found.kind === 'succeeded', found.kind)
      if (found.paid) assert.equal(found.paid.amount, part.amount)
    },
  },
  {
    promise: 'a return is seen neither by its sibling for another environment nor as a collection',
    applies: isNative,
    async hold(defendant) {
      const { ofPaid, refund } = returning(defendant)
      const asked = await ofPaid()
      await refund(asked)
      const kinds: string[] = [(await patient(defendant.provider).lookUp(asked)).kind]
      const { stranger } = defendant
      if (stranger?.lookUpRefund) kinds.push((await stranger.lookUpRefund(asked, forEver)).kind)
      for (const kind of kinds) assert.ok(unclear.includes(kind), kind)
    },
  },
  {
    promise: 'what a return sent over the wire is shown with its secrets masked',
    applies: ({ refunds }) => refunds?.secrets !== undefined,
    async hold(defendant) {
      const { ofPaid, refund, lookUpRefund, secrets = [] } = returning(defendant)
      const asked = await ofPaid()
      for (const answer of [await refund(asked), await lookUpRefund(asked)]) {
        assert.ok(answer.exchange, 'nothing is shown')
        assert.ok(JSON.stringify(answer.exchange).includes(asked.reference))
        assertNoSecrets(answer.exchange, secrets)
      }
    },
  },
]
