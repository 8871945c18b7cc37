import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import { resolveWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import type { Stage } from './stage.ts'

/** A good order to pay somebody's mobile money, beside the merchant. */
export const toMobileMoney = {
  amount: '1000',
  destination_name: 'Asha Mrema',
  destination_identifier: '0712345678',
  destination_code: 'MPESA',
}

async function succeed({ service }: Stage, path: string, sent: Parameters<Stage['service']['call']>[1]) {
  const { body } = await service.call(path, sent)
  if (!body.success) assert.fail(`${path}: ${JSON.stringify(body)}`)
  return body.data
}

/** Somebody whom nobody has saved yet. */
export function unsavedRecipient() {
  const { amount: _amount, ...place } = toMobileMoney
  return {
    ...place,
    method: 'MOBILE_MONEY',
    destination_identifier: `0754${String(randomInt(1e6)).padStart(6, '0')}`,
  }
}

export async function liveRecipient(stage: Stage): Promise<string> {
  const sent = { ...stage.cast.credentials.live_key, body: unsavedRecipient() }
  return String((await succeed(stage, '/v1/recipients', sent)).id)
}

/** One that waits for a Super Admin. */
export async function pendingWithdrawal(stage: Stage, environment: Environment = 'live'): Promise<string> {
  const { live_key: live, sandbox_key: sandbox } = stage.cast.credentials
  const made = await succeed(stage, '/v1/disbursements/mobile-money', {
    ...(environment === 'live' ? live : sandbox),
    headers: { 'idempotency-key': randomUUID() },
    body: { merchant_id: stage.cast.merchantId, ...toMobileMoney },
  })
  return String(made.id)
}

async function decide(stage: Stage, id: string, decision: string, environment: Environment): Promise<void> {
  await succeed(stage, `/v1/admin/withdrawals/${id}/${decision}`, {
    ...stage.cast.credentials.super_admin,
    headers: { 'x-environment': environment },
    body: { note: 'for the test' },
  })
}

/** One about which a Super Admin has asked its merchant, who has a notification of that. */
export async function questionedWithdrawal(
  stage: Stage,
  environment: Environment = 'live',
): Promise<{ id: string; notificationId: string }> {
  const id = await pendingWithdrawal(stage, environment)
  await decide(stage, id, 'request-info', environment)
  const [notice] = await stage.service.world.sql<{ id: string }[]>`
    select id from notifications where withdrawal_id = ${id}`
  return { id, notificationId: notice?.id ?? assert.fail('nobody was told') }
}

/** One that was approved, and that the provider turned away at its door. */
export async function blockedWithdrawal(stage: Stage, environment: Environment = 'live'): Promise<string> {
  const { service } = stage
  const id = await pendingWithdrawal(stage, environment)
  await decide(stage, id, 'approve', environment)
  const word = { kind: 'blocked', providerStatus: 'IP_BLOCKED', providerMessage: 'not on the list' } as const
  await service.world.sql.begin(async (tx) => {
    // Of what was never sent a provider can say nothing.
    await tx`update withdrawals set sent_at = ${service.world.clock.now()} where id = ${id}`
    await resolveWithdrawals(tx, service.world, [{ withdrawalId: id, source: 'reply', word }])
  })
  return id
}
