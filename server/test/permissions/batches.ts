import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import { resolveWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { toMobileMoney } from './payouts.ts'
import type { Stage } from './stage.ts'

async function succeed({ service }: Stage, path: string, sent: Parameters<Stage['service']['call']>[1]) {
  const { body } = await service.call(path, sent)
  if (!body.success) assert.fail(`${path}: ${JSON.stringify(body)}`)
  return body.data
}

/** Two rows that no other batch has. */
export function newBatch({ cast }: Stage) {
  const rows = [1, 2].map((row) => ({ ...toMobileMoney, reference: `${row} of ${randomUUID()}` }))
  return { merchant_id: cast.merchantId, name: 'Salaries', rows }
}

/** One that waits for a Super Admin. */
export async function pendingBatch(stage: Stage, environment: Environment = 'live') {
  const { live_key: live, sandbox_key: sandbox } = stage.cast.credentials
  const { id, content_hash: hash } = await succeed(stage, '/v1/disbursement-batches', {
    ...(environment === 'live' ? live : sandbox),
    headers: { 'idempotency-key': randomUUID() },
    body: newBatch(stage),
  })
  return { id: String(id), hash: String(hash) }
}

async function decide(stage: Stage, id: string, action: string, body: object): Promise<void> {
  await succeed(stage, `/v1/admin/disbursement-batches/${id}/${action}`, {
    ...stage.cast.credentials.super_admin,
    headers: { 'x-environment': 'live' },
    body,
  })
}

export async function questionedBatch(stage: Stage): Promise<string> {
  const { id } = await pendingBatch(stage)
  await decide(stage, id, 'request-info', { note: 'for the test' })
  return id
}

export async function approvedBatch(stage: Stage): Promise<string> {
  const { id, hash } = await pendingBatch(stage)
  await decide(stage, id, 'approve', { content_hash: hash })
  return id
}

export async function pausedBatch(stage: Stage): Promise<string> {
  const id = await approvedBatch(stage)
  await decide(stage, id, 'pause', { note: 'for the test' })
  return id
}

/** One of whose rows one was declined. */
export async function failedBatch(stage: Stage): Promise<string> {
  const id = await approvedBatch(stage)
  const { world } = stage.service
  const word = { kind: 'failed', providerStatus: 'NO', reason: 'refused', providerMessage: 'no' } as const
  await world.sql.begin(async (tx) => {
    const [row] = await tx<{ id: string }[]>`
      update withdrawals set sent_at = ${world.clock.now()}, due_at = ${world.clock.now()}, attempts = 1
      where batch_id = ${id} and batch_row = 1 returning id`
    await resolveWithdrawals(tx, world, [{ withdrawalId: row?.id ?? '', source: 'reply', word }])
  })
  return id
}
