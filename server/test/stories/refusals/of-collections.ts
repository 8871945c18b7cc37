import assert from 'node:assert/strict'
import { traces } from '../../permissions/traces.ts'
import { newMerchant, type Sent } from '../../service.ts'
import { create, creatingCalls, goodBody } from './creating-calls.ts'
import { assertRefused } from './envelope.ts'
import type { Provocations, Stage } from './stage.ts'

/** Orders to collect that can be read and are not taken. Needs a stage without chores, where nothing moves by itself. */
export const refusalsOfCollections: Provocations = {
  async 'each call that makes a collection needs an idempotency key, and says what one is'(stage) {
    await withoutTrace(stage, async () => {
      for (const call of creatingCalls) {
        const body = goodBody(call, stage.merchantId)
        const { message } = assertRefused(
          await stage.call(call.path, { body }),
          '400 idempotency_key_required',
        )
        assert.match(message, /Idempotency-Key.*UUID/)
        for (const key of ['', '1', 'not-a-uuid']) {
          const answer = await stage.call(call.path, { body, headers: { 'idempotency-key': key } })
          assertRefused(answer, '400 idempotency_key_invalid')
        }
      }
    })
  },

  async 'a suspended merchant collects nothing live, not even on a hosted page of its sandbox key'(stage) {
    const suspended = await suspendedMerchant(stage)
    await withoutTrace(stage, async () => {
      for (const call of creatingCalls) {
        assertRefused(await create(suspended, call), '403 merchant_inactive')
      }
      const [hosted] = creatingCalls
      assert.ok(hosted)
      const fromSandbox = await create(suspended, hosted, {}, { key: suspended.sandboxKey })
      assertRefused(fromSandbox, '403 merchant_inactive')
    })
  },

  async 'a suspended merchant still has its sandbox'(stage) {
    const suspended = await suspendedMerchant(stage)
    for (const call of creatingCalls.slice(1)) {
      const answer = await create(suspended, call, {}, { key: suspended.sandboxKey })
      assert.equal(answer.status, call.status, call.path)
    }
  },

  async 'a live caller cannot ask for an ending, whoever it is and whatever the ending'(stage) {
    const callers: Sent[] = [{}, { cookie: stage.cookie }]
    await withoutTrace(stage, async () => {
      for (const call of creatingCalls.filter(({ isDirect }) => isDirect)) {
        for (const status of ['successful', 'failed', 'pending_clearance', 'reversed']) {
          for (const sent of callers) {
            const answer = await create(stage, call, { simulate_status: status }, sent)
            assertRefused(answer, '422 simulate_status_not_allowed')
          }
        }
      }
    })
  },

  async 'a link that is closed, or does not accept the method, is told with what it accepts'(stage) {
    const body = { merchant_id: stage.merchantId, amount: '1000.00', methods: ['DYNAMIC_QR'] }
    const link = (await stage.call('/v1/payment-links', { body })).body.data
    await withoutTrace(stage, async () => {
      for (const call of creatingCalls.filter(({ family, phone }) => family === 'B' && phone?.isRequired)) {
        const answer = await create(stage, call, { amount: '1000.00', payment_link_id: link.id })
        const { details } = assertRefused(answer, '409 payment_link_unavailable')
        assert.deepEqual(details, { status: 'ACTIVE', methods: ['DYNAMIC_QR'] })
      }
    })
  },

  async 'a currency that the provider does not carry is told which ones it does'(stage) {
    await withoutTrace(stage, async () => {
      for (const call of creatingCalls) {
        for (const key of [stage.liveKey, stage.sandboxKey]) {
          for (const currency of ['USD', 'KES', 'XTS']) {
            const error = assertRefused(
              await create(stage, call, { currency }, { key }),
              '422 unsupported_currency',
            )
            assert.deepEqual(error.details, { supported: ['TZS'] })
          }
        }
      }
    })
  },
}

async function withoutTrace({ service }: Stage, work: () => Promise<void>): Promise<void> {
  const before = await traces(service)
  await work()
  assert.deepEqual(await traces(service), before)
}

async function suspendedMerchant(stage: Stage): Promise<Stage> {
  const { merchantId, liveKey, sandboxKey } = await newMerchant(stage.service)
  await stage.service.world.sql`update merchants set is_active = false where id = ${merchantId}`
  return { ...stage, merchantId, liveKey, sandboxKey }
}
