import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import { heldCollection, paidCollection } from './money.ts'
import type { Stage } from './stage.ts'

/** Of a code nobody knows who paid it. */
export const toWhoeverPaid = {
  destination_code: 'MPESA',
  destination_identifier: '0712345678',
  destination_name: 'Asha Mrema',
}

async function succeed({ service }: Stage, path: string, sent: Parameters<Stage['service']['call']>[1]) {
  const { body } = await service.call(path, sent)
  if (!body.success) assert.fail(`${path}: ${JSON.stringify(body)}`)
  return body.data
}

/** A live payment that can be refunded. */
export async function refundable(stage: Stage, environment: Environment = 'live') {
  const { live_key: live, sandbox_key: sandbox } = stage.cast.credentials
  const collectionId = await paidCollection(stage, environment === 'live' ? live : sandbox)
  return { collection_id: collectionId, ...toWhoeverPaid }
}

/** A refund that waits for a Super Admin. */
export async function pendingRefund(stage: Stage, environment: Environment = 'live'): Promise<string> {
  const { live_key: live, sandbox_key: sandbox } = stage.cast.credentials
  const made = await succeed(stage, '/v1/refunds', {
    ...(environment === 'live' ? live : sandbox),
    headers: { 'idempotency-key': randomUUID() },
    body: { ...(await refundable(stage, environment)), amount: '10', reason: 'other' },
  })
  return String(made.id)
}

async function decide(stage: Stage, path: string, body: Record<string, unknown>) {
  return await succeed(stage, path, {
    ...stage.cast.credentials.super_admin,
    headers: { 'x-environment': 'live' },
    body,
  })
}

/** One about which a Super Admin has asked its merchant. */
export async function questionedRefund(stage: Stage): Promise<string> {
  const id = await pendingRefund(stage)
  await decide(stage, `/v1/admin/withdrawals/${id}/request-info`, { note: 'for the test' })
  return id
}

/** Money of a payer that waits, because the refund was rejected. */
export async function owedToPayer(stage: Stage): Promise<string> {
  const { live_key: live } = stage.cast.credentials
  const held = await heldCollection(stage, live)
  const { refund_id: id } = await decide(stage, `/v1/admin/collections/${held}/decline`, toWhoeverPaid)
  // Somebody else says where it goes than who decides about it.
  await stage.service.world.sql`update withdrawals set asked_by = null where id = ${String(id)}`
  await decide(stage, `/v1/admin/withdrawals/${id}/reject`, { note: 'for the test' })
  return String(id)
}
