import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Environment } from '@malipo/contract'
import { openStage, type Stage } from './network-stage.ts'
import { forEver } from './patient.ts'

let stage: Stage
let merchantId: string
before(async () => {
  stage = await openStage()
  merchantId = await stage.newMerchant()
})
after(() => stage.close())

const paid = { kind: 'succeeded', providerStatus: 'COMPLETED' }
const lateByMs = 30_000

type Expected = {
  promise: string
  /** What a look-up says in the end. */
  found: Record<string, unknown>
  /** What callbacks say, in order. */
  told: string[]
  /** How long the last of them takes. */
  withinMs?: number
}

const numbers: Record<string, Expected> = {
  '01': { promise: 'approves', found: paid, told: ['succeeded'] },
  '02': { promise: 'declines', found: { kind: 'failed', reason: 'declined' }, told: ['failed'] },
  '03': {
    promise: 'has too little money',
    found: { kind: 'failed', reason: 'insufficient_funds' },
    told: ['failed'],
  },
  '04': { promise: 'types a wrong PIN', found: { kind: 'failed', reason: 'wrong_pin' }, told: ['failed'] },
  '05': { promise: 'never answers', found: { kind: 'pending' }, told: [] },
  '06': { promise: 'approves and nobody is told', found: paid, told: [] },
  '07': { promise: 'approves and is told late', found: paid, told: ['succeeded'], withinMs: lateByMs },
  '08': { promise: 'approves and is told twice', found: paid, told: ['succeeded', 'succeeded'] },
  '09': { promise: 'approves and is reversed', found: { kind: 'reversed' }, told: ['succeeded', 'reversed'] },
  '10': { promise: 'approves and is contradicted', found: paid, told: ['succeeded', 'failed'] },
  '11': { promise: 'approves and is told by a forger', found: paid, told: ['succeeded'] },
  '12': {
    promise: 'pays another amount',
    found: { ...paid, paid: { amount: 150_100n, currency: 'TZS' } },
    told: ['succeeded'],
  },
  '13': { promise: 'pays and is held', found: { ...paid, hold: 'simulated' }, told: ['succeeded'] },
  '14': { promise: 'is refused', found: { kind: 'failed', reason: 'refused' }, told: ['failed'] },
  '15': { promise: 'lets it run out', found: { kind: 'failed', reason: 'expired' }, told: ['failed'] },
  '16': { promise: 'calls it off', found: { kind: 'failed', reason: 'cancelled' }, told: ['failed'] },
  '17': { promise: 'is nobody', found: { kind: 'failed', reason: 'invalid_number' }, told: ['failed'] },
  '18': { promise: 'has a limit', found: { kind: 'failed', reason: 'limit' }, told: ['failed'] },
  '19': { promise: 'never answers, and cannot be cancelled', found: { kind: 'pending' }, told: [] },
  '20': {
    promise: 'never answers, nor does the network when cancelled',
    found: { kind: 'pending' },
    told: [],
  },
}

for (const environment of ['live', 'sandbox'] as Environment[]) {
  describe(`numbers that choose how a payment ends, in ${environment}`, () => {
    for (const [last, { promise, found, told, withinMs }] of Object.entries(numbers)) {
      test(`${last} ${promise}`, async () => {
        const { network } = stage
        const provider = environment === 'live' ? network.liveProvider : network.sandboxProvider
        const phone = `2557000000${last}`
        const order = stage.order({ merchantId, environment, phone })
        assert.deepEqual(await provider.collect(order), { kind: 'pending', providerStatus: 'PENDING' })
        await stage.pass(200)
        assert.deepEqual([(await provider.lookUp(order)).kind, stage.told(order.reference)], ['pending', []])
        await stage.pass(500)
        const looked = await provider.lookUp(order)
        assert.deepEqual(looked, { ...looked, ...found })
        if (looked.kind === 'succeeded') assert.equal(looked.payer, phone)
        if (withinMs !== undefined) {
          assert.deepEqual(stage.told(order.reference), [])
          stage.jump(withinMs)
          await stage.pass(0)
        }
        const heard = stage.told(order.reference)
        assert.deepEqual(
          heard.map(({ outcome }) => outcome.kind),
          told,
        )
        for (const { isGenuine } of heard) assert.equal(isGenuine, last !== '11')
        // What is told agrees with what is found, unless it is meant to contradict; only callbacks of the sandbox tell the name.
        const name =
          environment === 'sandbox' && looked.kind === 'succeeded' ? { payerName: 'ASHA JUMA' } : {}
        if (heard.length > 0 && last !== '10') assert.deepEqual(heard.at(-1)?.outcome, { ...looked, ...name })
      })
    }
  })
}

test('what nobody has answered can be cancelled, unless the number says otherwise', async () => {
  const { liveProvider: provider } = stage.network
  const orders = ['05', '19', '20', '01'].map((last) =>
    stage.order({ merchantId, environment: 'live', phone: `2557000000${last}` }),
  )
  for (const order of orders) await provider.collect(order)
  await stage.pass(500)
  const kinds = await Promise.all(
    orders.map(async (order) => (await provider.cancel?.(order, forEver))?.kind),
  )
  assert.deepEqual(kinds, ['cancelled', 'pending', 'unknown', 'succeeded'])
  const found = await Promise.all(orders.map(async (order) => (await provider.lookUp(order)).kind))
  assert.deepEqual(found, ['failed', 'pending', 'pending', 'succeeded'])
  await stage.pass(0)
  const told = stage.told(orders[0]?.reference ?? '').map(({ outcome }) => outcome)
  assert.deepEqual(
    told.map((outcome) => [outcome.kind, 'reason' in outcome && outcome.reason]),
    [['failed', 'cancelled']],
  )
  const never = stage.order({ merchantId, environment: 'live' })
  assert.equal((await provider.cancel?.(never, forEver))?.kind, 'unknown', 'it may still be on its way')
})

test('a callback that comes twice is one event, and a reversal is another than its success', () => {
  const events = (last: string) =>
    stage.heard.flatMap(({ raw }) => {
      const read = stage.network.liveProvider.readCallback(raw)
      const body = Buffer.from(raw.body).toString()
      return read && body.includes(`2557000000${last}`) && body.includes('"payer"') ? [read.eventId] : []
    })
  // Each number was called once in live and once in the sandbox.
  assert.deepEqual([events('08').length, new Set(events('08')).size], [4, 2])
  assert.deepEqual([events('09').length, new Set(events('09')).size], [4, 4])
})

test('each callback names the provider that it comes from', () => {
  assert.deepEqual([...new Set(stage.heard.map(({ from }) => from))].sort(), ['sandbox', 'simulated'])
})
