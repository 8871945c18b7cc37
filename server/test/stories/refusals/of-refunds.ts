import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { post } from '../../../src/ledger/ledger.ts'
import { walkCollection } from '../../walk-collection.ts'
import { assertRefused } from './envelope.ts'
import { adminCookie } from './of-withdrawals.ts'
import type { Provocations, Stage } from './stage.ts'

/** A payment of ten shillings that nobody has refunded. */
async function paid({ service: { world }, merchantId }: Stage): Promise<string> {
  return await world.sql.begin(async (tx) => {
    const postings = await walkCollection(tx, world, merchantId, ['processing', 'successful'])
    await post(tx, world, postings)
    return postings[0]?.collectionId ?? assert.fail()
  })
}

const asking = (body: object) => ({ body, headers: { 'idempotency-key': randomUUID() } })

/** Refunds that can be read and are not taken, and keys that come from elsewhere. */
export const refusalsOfRefunds: Provocations = {
  async 'more than is left of a payment does not go back'(stage) {
    const body = { collection_id: await paid(stage), reason: 'requested', amount: '10.01' }
    const { details } = assertRefused(await stage.call('/v1/refunds', asking(body)), '409 refund_too_large')
    assert.equal((details as { refundable_amount: string }).refundable_amount, '10.00')
  },

  async 'a payment of last year does not go back'(stage) {
    const id = await paid(stage)
    const { sql, clock } = stage.service.world
    const lastYear = new Date(clock.now().getTime() - 365 * 86_400_000)
    await sql`update collections set completed_at = ${lastYear} where id = ${id}`
    const body = { collection_id: id, reason: 'requested' }
    const { message } = assertRefused(await stage.call('/v1/refunds', asking(body)), '409 refund_window_over')
    assert.match(message, /180 days/)
  },

  async 'what goes back to whom the merchant says is refused where a rule speaks against it'(stage) {
    const { service, merchantId } = stage
    const id = await paid(stage)
    // An amount that nothing else here has.
    const when = { field: 'amount', is: 'equals', value: '9.87' }
    const rule = { name: 'Secret', applies_to: 'payouts', merchant_id: merchantId, when }
    const made = await service.call('/v1/admin/risk-rules', {
      cookie: await adminCookie(stage),
      body: { ...rule, action: 'block', mode: 'on' },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const where = {
      destination_code: 'MPESA',
      destination_identifier: '0754000001',
      destination_name: 'Asha',
    }
    const body = { collection_id: id, amount: '9.87', reason: 'requested', ...where }
    const { message } = assertRefused(await stage.call('/v1/refunds', asking(body)), '409 risk_blocked')
    assert.doesNotMatch(message, /Secret/)
  },

  async 'a key is of no use from an address that it does not list'(stage) {
    const { service, cookie, merchantId } = stage
    const made = await service.call(`/v1/merchants/${merchantId}/api-keys`, {
      cookie,
      body: { environment: 'live', allowed_ips: ['203.0.113.7'] },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const key = String(made.body.data.api_key)
    const { details } = assertRefused(await service.call('/v1/customers', { key }), '403 ip_not_allowed')
    assert.match((details as { address: string }).address, /127\.0\.0\.1$|^::1$/)
  },
}
