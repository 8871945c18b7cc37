import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { traces } from '../../permissions/traces.ts'
import { newAdmin, sessionOf } from '../../service.ts'
import { create, creatingCalls } from './creating-calls.ts'
import { assertRefused } from './envelope.ts'
import {
  countWithdrawals,
  disbursements,
  fund,
  goodOrder,
  openTill,
  pay,
  payerOf,
  payingCalls,
  quotes,
} from './paying-calls.ts'
import type { Provocations, Stage } from './stage.ts'

/** Orders to pay out that can be read and are not taken. Needs a stage without chores, where nothing moves by itself. */
export const refusalsOfWithdrawals: Provocations = {
  async 'each call that asks for money needs an idempotency key'(stage) {
    const till = await openTill(stage)
    await withoutTrace(stage, async () => {
      for (const call of payingCalls) {
        const sent = { ...payerOf(till, call), body: goodOrder(call, till.merchantId) }
        assertRefused(await stage.service.call(call.path, sent), '400 idempotency_key_required')
        const headers = { 'idempotency-key': 'again' }
        assertRefused(await pay(till, call, {}, { headers }), '400 idempotency_key_invalid')
      }
    })
  },

  async 'a merchant who is not verified or not active withdraws nothing live, however much there is'(stage) {
    const till = await openTill(stage)
    for (const restriction of restrictions) {
      await restrict(till, restriction)
      await withoutTrace(stage, async () => {
        for (const call of payingCalls) {
          const { message } = assertRefused(await pay(till, call), '409 withdrawal_restricted')
          assert.match(message, /verified and active/)
        }
      })
    }
  },

  async 'whoever is restricted is told so before what is missing, and whatever is malformed before both'(
    stage,
  ) {
    const penniless = await openTill(stage, { isVerified: false, minor: 0n })
    await withoutTrace(stage, async () => {
      for (const call of payingCalls) {
        assertRefused(await pay(penniless, call), '409 withdrawal_restricted')
        for (const change of malformed(call.identifier)) {
          assertRefused(await pay(penniless, call, change), '422 validation_error')
        }
      }
    })
    await restrict(penniless, { verification_status: 'verified' })
    await withoutTrace(stage, async () => {
      for (const call of payingCalls) {
        assertRefused(await pay(penniless, call), '409 insufficient_balance')
        for (const change of malformed(call.identifier)) {
          assertRefused(await pay(penniless, call, change), '422 validation_error')
        }
      }
    })
  },

  async 'the sandbox asks neither for verification nor for activity, but for its own balance'(stage) {
    const till = await openTill(stage, { isVerified: false })
    await restrict(till, { is_active: false })
    for (const call of payingCalls) {
      const answer = await pay(till, call, {}, { environment: 'sandbox' })
      assert.equal(answer.status, 202, JSON.stringify(answer.body))
      const tooMuch = await pay(till, call, { amount: '1000000.01' }, { environment: 'sandbox' })
      assertRefused(tooMuch, '409 insufficient_balance')
    }
  },

  async 'the balance must cover the amount and its charges, to the last cent'(stage) {
    // By the standard price of one percent: 1000.00 costs 1010.00.
    for (const call of payingCalls) {
      const till = await openTill(stage, { minor: 100_999n })
      await withoutTrace(stage, async () => {
        const { message, details } = assertRefused(await pay(till, call), '409 insufficient_balance')
        assert.match(message, /charges/)
        assert.deepEqual(details, { available: '1009.99', required: '1010.00', currency: 'TZS' })
      })
      await fund(stage, till.merchantId, 1n)
      assert.equal((await pay(till, call)).status, 202, call.path)
    }
  },

  async 'who pays saved recipients only pays nobody else, and nobody who is blocked or cooling'(stage) {
    const till = await openTill(stage)
    const sent = (path: string, method: string, body: Record<string, unknown>) =>
      stage.service.call(path, { cookie: till.cookie, method, body })
    const recipient = {
      ...{ method: 'MOBILE_MONEY', destination_code: 'MPESA' },
      ...{ destination_name: 'Asha', destination_identifier: '0754123456' },
    }
    const saved = await sent('/v1/recipients', 'POST', recipient)
    const { id } = saved.body.data
    const ask = () =>
      stage.service.call('/v1/merchant/withdrawals', {
        ...{ cookie: till.cookie, headers: { 'idempotency-key': randomUUID() } },
        body: { amount: '1000', recipient_id: id },
      })
    const waiting = (await ask()).body.data.id
    const cookie = await adminCookie(stage)
    const approve = () => stage.service.call(`/v1/admin/withdrawals/${waiting}/approve`, { cookie, body: {} })
    await withoutTrace(stage, async () => {
      const { details } = assertRefused(await approve(), '409 recipient_cooling')
      assert.deepEqual(details, { recipient_id: id, usable_from: saved.body.data.usable_from })
    })
    await sent('/v1/merchant/recipient-settings', 'PATCH', { recipients_only: true })
    await sent(`/v1/recipients/${id}`, 'PATCH', { blocked: true })
    await withoutTrace(stage, async () => {
      for (const call of payingCalls) assertRefused(await pay(till, call), '409 recipient_required')
      assertRefused(await ask(), '409 recipient_blocked')
      assertRefused(await approve(), '409 recipient_blocked')
    })
  },

  async 'a key asks for no more than its caps allow, whatever the balance holds'(stage) {
    const till = await openTill(stage)
    const made = await stage.service.call(`/v1/merchants/${till.merchantId}/api-keys`, {
      cookie: till.cookie,
      body: { environment: 'live', payout_caps: { each: '999.99', daily: '999.99' } },
    })
    const capped = { ...till, liveKey: String(made.body.data.api_key) }
    await withoutTrace(stage, async () => {
      for (const call of disbursements) {
        const { details } = assertRefused(await pay(capped, call), '409 payout_cap_exceeded')
        const caps = { currency: 'TZS', each: '999.99', daily: '999.99' }
        assert.deepEqual(details, { ...caps, requested: '1000.00', left_today: '999.99' })
      }
    })
  },

  async 'what a rule speaks against is refused at every door, and nobody reads which rule'(stage) {
    const till = await openTill(stage)
    const cookie = await adminCookie(stage)
    const when = { field: 'amount', is: 'more_than', value: '0.01' }
    for (const kind of ['payouts', 'collections']) {
      const rule = { name: 'Secret', applies_to: kind, merchant_id: till.merchantId, when }
      const body = { ...rule, action: 'block', mode: 'on' }
      const made = await stage.service.call('/v1/admin/risk-rules', { cookie, body })
      assert.equal(made.status, 201, JSON.stringify(made.body))
    }
    for (const call of payingCalls) {
      const { message } = assertRefused(await pay(till, call), '409 risk_blocked')
      assert.doesNotMatch(message, /Secret/)
    }
    for (const call of creatingCalls) assertRefused(await create(till, call), '409 risk_blocked')
    assert.equal(await countWithdrawals(till), 0)
  },

  async 'what was refused for want of money or standing is judged afresh under the same idempotency key'(
    stage,
  ) {
    for (const call of payingCalls) {
      const till = await openTill(stage, { isVerified: false, minor: 0n })
      const headers = { 'idempotency-key': randomUUID() }
      assertRefused(await pay(till, call, {}, { headers }), '409 withdrawal_restricted')
      await restrict(till, { verification_status: 'verified' })
      assertRefused(await pay(till, call, {}, { headers }), '409 insufficient_balance')
      await fund(stage, till.merchantId, 1_000_000n)
      const [first, again] = [await pay(till, call, {}, { headers }), await pay(till, call, {}, { headers })]
      assert.deepEqual([first.status, again.status], [202, 202])
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.deepEqual(again.body, first.body)
      assert.equal(await countWithdrawals(till), 1)
    }
  },

  async 'a quote is given to whoever asks, restricted or without money, and leaves nothing behind'(stage) {
    const penniless = await openTill(stage, { isVerified: false, minor: 0n })
    await withoutTrace(stage, async () => {
      for (const call of quotes) assert.equal((await pay(penniless, call)).status, 200, call.method)
    })
  },

  async 'an approval finds the money gone or the merchant restricted, and the withdrawal stays where it is'(
    stage,
  ) {
    const till = await openTill(stage, { minor: 150_000n })
    const [call] = payingCalls
    assert.ok(call)
    const ids = [await pay(till, call), await pay(till, call)].map(({ body }) => String(body.data.id))
    const cookie = await adminCookie(stage)
    const approve = (id?: string) =>
      stage.service.call(`/v1/admin/withdrawals/${id}/approve`, { cookie, body: {} })
    await restrict(till, { is_active: false })
    await withoutTrace(stage, async () => {
      assertRefused(await approve(ids[0]), '409 withdrawal_restricted')
    })
    await restrict(till, { is_active: true })
    assert.equal((await approve(ids[0])).status, 200)
    await withoutTrace(stage, async () => {
      const { details } = assertRefused(await approve(ids[1]), '409 insufficient_balance')
      assert.deepEqual(details, { available: '490.00', required: '1010.00', currency: 'TZS' })
      assertRefused(await approve(ids[0]), '409 invalid_state')
    })
  },
}

const restrictions = [
  { verification_status: 'unverified', is_active: true },
  { verification_status: 'pending', is_active: true },
  { verification_status: 'verified', is_active: false },
  { verification_status: 'unverified', is_active: false },
]

type Restriction = { verification_status?: string; is_active?: boolean }

async function restrict({ service: { world }, merchantId }: Stage, change: Restriction): Promise<void> {
  const { verification_status: standing = null, is_active: isActive = null } = change
  await world.sql`
    update merchants
    set verification_status = coalesce(${standing}, verification_status),
      is_active = coalesce(${isActive}::boolean, is_active)
    where id = ${merchantId}`
}

/** Found by the schema, and found only by those who know our destinations. */
function malformed(identifier: string): Record<string, unknown>[] {
  return [{ amount: '-5' }, { destination_code: 'NO_SUCH_BANK' }, { [identifier]: '12 34' }]
}

export async function adminCookie({ service }: Stage): Promise<string> {
  const email = `admin-${randomUUID()}@refusals.test`
  await newAdmin(service, email)
  return await sessionOf(service, email)
}

async function withoutTrace({ service }: Stage, work: () => Promise<void>): Promise<void> {
  const before = await traces(service)
  await work()
  assert.deepEqual(await traces(service), before)
}
