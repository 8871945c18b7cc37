import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { collectionMethods, withdrawalMethods } from '@malipo/contract'
import type { Outcome, Provider } from '../../../src/providers/providers.ts'
import { traces } from '../../permissions/traces.ts'
import { create, creatingCalls } from './creating-calls.ts'
import { assertRefused } from './envelope.ts'
import { openTill, pay, payingCalls } from './paying-calls.ts'
import { openStage, type Provocations, type Stage } from './stage.ts'

const pending: Outcome = { kind: 'pending', providerStatus: 'PENDING' }
/** As they are told by their names in the list of networks, and by older ones. */
const carried = {
  ...{ min_amount: '500.00', max_amount: '5000000.00', step: '1.00' },
  ...{ smallest_unit: '1.00', minimum: '500.00', maximum: '5000000.00' },
}
const withCode: Outcome = { ...pending, qr: { paymentToken: '4711', payload: '000201' } }

/** A provider that answers with this, and carries what it is told to. */
function provider(collect: () => Promise<Outcome>, amounts = { smallest: 1n, least: 1n, most: 10n ** 15n }) {
  const made: Provider = {
    name: 'of-the-test',
    can: {
      methods: collectionMethods,
      currencies: ['TZS'],
      amounts,
      refunds: { way: 'pay_out' },
      knowsRepeats: true,
      signsCallbacks: true,
      callbackBytes: 16_384,
      weScreen: false,
      payOuts: { methods: withdrawalMethods, currencies: ['TZS'], amounts },
    },
    collect,
    lookUp: async () => pending,
    payOut: async () => pending,
    lookUpPayOut: async () => pending,
    readCallback: () => null,
  }
  return made
}

async function open(t: TestContext, ...how: Parameters<typeof openStage>): Promise<Stage> {
  const [environment, providers] = how
  const stage = await openStage({ ROLE: 'api', ...environment }, providers)
  t.after(() => stage.service.stop())
  return stage
}

const codes = creatingCalls.filter(({ path }) => path.endsWith('qr'))

/** What providers cannot do, or do not. Each of these has a service with providers of its own. */
export const refusalsOfProviders: Provocations = {
  async 'an amount that the provider cannot carry is refused before anything is made, and told what it can'(
    _,
    t,
  ) {
    const whole = provider(async () => withCode, { smallest: 100n, least: 50_000n, most: 500_000_000n })
    const stage = await open(t, {}, { live: whole, sandbox: whole })
    const before = await traces(stage.service)
    for (const call of creatingCalls) {
      for (const text of ['1000.50', '1000.01', '499', '5000001']) {
        const amount = call.family === 'A' ? Number(text) : text
        const error = assertRefused(await create(stage, call, { amount }), '422 amount_not_supported')
        assert.deepEqual(error.details, carried)
      }
    }
    assert.deepEqual(await traces(stage.service), before)
    for (const call of creatingCalls) {
      for (const text of ['1000.00', '500', '5000000']) {
        const amount = call.family === 'A' ? Number(text) : text
        assert.equal((await create(stage, call, { amount })).status, call.status, `${call.path} ${text}`)
      }
    }
  },

  async 'a payout that the provider cannot carry is refused before anything is made, and told what it can'(
    _,
    t,
  ) {
    const whole = provider(async () => withCode, { smallest: 100n, least: 50_000n, most: 500_000_000n })
    whole.can.payOuts.methods = ['MOBILE_MONEY', 'PROVIDER_PESA']
    const till = await openTill(await open(t, {}, { live: whole, sandbox: whole }), { minor: 10n ** 12n })
    const before = await traces(till.service)
    for (const call of payingCalls) {
      if (call.method === 'BANK_ACCOUNT') {
        const error = assertRefused(await pay(till, call, { amount: '1000' }), '422 validation_error')
        assert.deepEqual(error.details, [
          {
            field: 'method',
            problem:
              'BANK_ACCOUNT is not carried by the provider here; it carries MOBILE_MONEY, PROVIDER_PESA',
          },
        ])
        continue
      }
      for (const [amount, limit] of [
        ['1000.50', 'a multiple of 1.00'],
        ['1000.01', 'a multiple of 1.00'],
        ['499', '500.00 or more'],
        ['5000001', '5000000.00 or less'],
      ] as const) {
        const error = assertRefused(await pay(till, call, { amount }), '422 amount_not_supported')
        assert.ok(error.message.endsWith(`it must be ${limit}.`), error.message)
        assert.deepEqual(error.details, carried)
      }
    }
    assert.deepEqual(await traces(till.service), before)
    for (const call of payingCalls.filter(({ method }) => method !== 'BANK_ACCOUNT')) {
      for (const amount of ['1000.00', '500', '5000000']) {
        assert.equal((await pay(till, call, { amount })).status, 202, `${call.path} ${amount}`)
      }
    }
  },

  async 'without a live provider nothing live is taken in, and the sandbox works on'(_, t) {
    const stage = await open(t, { LIVE_PROVIDER: 'none' })
    const till = await openTill(stage)
    const before = await traces(stage.service)
    for (const call of creatingCalls) {
      const { message } = assertRefused(await create(stage, call), '502 provider_error')
      assert.match(message, /LIVE_PROVIDER/)
    }
    for (const call of payingCalls) {
      const { message } = assertRefused(await pay(till, call), '502 provider_error')
      assert.match(message, /LIVE_PROVIDER/)
    }
    assert.deepEqual(await traces(stage.service), before)
    for (const call of creatingCalls.slice(1)) {
      const answer = await create(stage, call, {}, { key: stage.sandboxKey })
      assert.equal(answer.status, call.status, call.path)
    }
    for (const call of payingCalls) {
      assert.equal((await pay(till, call, {}, { environment: 'sandbox' })).status, 202, call.path)
    }
  },

  async 'a code that the provider does not give is an error that can be repeated until it does'(_, t) {
    const answers: (() => Promise<Outcome>)[] = [
      async () => pending,
      async () => ({ kind: 'unknown', because: 'it mumbled' }),
      () => Promise.reject(new Error('it broke')),
    ]
    let next = 0
    const reluctant = provider(() => answers[next++]?.() ?? Promise.resolve(withCode))
    const stage = await open(t, {}, { live: reluctant, sandbox: reluctant })
    for (const call of codes) {
      next = 0
      const headers = { 'idempotency-key': randomUUID() }
      const ids = new Set<unknown>()
      for (const _answer of answers) {
        const { details } = assertRefused(await create(stage, call, {}, { headers }), '502 provider_error')
        const told = details as { collection_id: string; status: string }
        assert.equal(told.status, 'processing', 'not knowing is not failing')
        ids.add(told.collection_id)
      }
      const { status, body } = await create(stage, call, {}, { headers })
      assert.equal(status, 202)
      assert.equal(body.data.qr_payload, '000201')
      ids.add(body.data.collection_id ?? body.data.id)
      assert.equal(ids.size, 1, 'it is one collection all along')
    }
  },
}
