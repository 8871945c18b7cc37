import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import type { Outcome } from '../../src/providers/providers.ts'
import type { Sent } from '../service.ts'
import type { Cast } from './cast.ts'
import type { Stage } from './stage.ts'

/** As much of a collection as the tests here point at. */
export type Made = { id: string; reference: string }

async function create({ service, cast }: Stage, path: string, sent: Sent, body: Record<string, unknown>) {
  const answer = await service.call(path, {
    ...sent,
    headers: { 'idempotency-key': randomUUID(), ...sent.headers },
    body: { merchant_id: cast.merchantId, ...body },
  })
  if (!answer.body.success) assert.fail(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/** It waits for a customer who never comes, so nothing but the calls of a test changes it. */
export async function hostedCollection(stage: Stage, sent: Sent): Promise<string> {
  return String((await create(stage, '/v1/collections', sent, { amount: 1000 })).collection_id)
}

export async function controlNumber(stage: Stage, sent: Sent): Promise<{ id: string; number: string }> {
  const data = await create(stage, '/v1/control-numbers', sent, { kind: 'ORDER', amount: '1000' })
  return { id: String(data.id), number: String(data.number) }
}

export async function paymentLink(stage: Stage, sent: Sent): Promise<{ id: string; token: string }> {
  const data = await create(stage, '/v1/payment-links', sent, { amount: '1000' })
  return { id: String(data.id), token: String(data.public_url).split('/').at(-1) ?? '' }
}

/** The token of what somebody has paid by a link. */
export async function publicCollection(stage: Stage): Promise<string> {
  const { token } = await paymentLink(stage, stage.cast.credentials.sandbox_key)
  const body = { method: 'USSD_PUSH', phone: '0712345678' }
  const paid = await stage.service.call(`/v1/public/payment-links/${token}/collect`, { body })
  const [row] = await stage.service.world.sql<{ public_token: string }[]>`
    select public_token from collections where id = ${String(paid.body.data?.collection_id)}`
  return row?.public_token ?? assert.fail(JSON.stringify(paid.body))
}

/** Of family B, so that it stays until it is answered; a code, because codes are asked for at once. */
export async function waitingCode(stage: Stage, sent: Sent): Promise<Made> {
  const data = await create(stage, '/v1/collections/dynamic-qr', sent, { amount: '1000' })
  return { id: String(data.id), reference: String(data.provider_reference) }
}

export async function sandboxCode(stage: Stage): Promise<Made> {
  return await waitingCode(stage, stage.cast.credentials.sandbox_key)
}

const paid = { kind: 'succeeded', providerStatus: 'COMPLETED' } as const
const refused = {
  kind: 'failed',
  providerStatus: 'FAILED',
  reason: 'declined',
  providerMessage: 'no',
} as const

/** What the provider says, through the door of all its words. */
async function tell({ service }: Stage, collectionId: string, word: Outcome): Promise<void> {
  const [owner] = await service.world.sql<{ merchant_id: string; environment: Environment }[]>`
    select merchant_id, environment from collections where id = ${collectionId}`
  if (!owner) assert.fail('there is no such collection')
  await service.parts.resolve({ collectionId, source: 'callback', word }, owner)
}

/** One that waits for a Super Admin to clear or decline it. */
export async function heldCollection(stage: Stage, sent = stage.cast.credentials.sandbox_key) {
  const { id } = await waitingCode(stage, sent)
  const word = { ...paid, hold: 'for the test' }
  await tell(stage, id, word)
  return id
}

export async function paidCollection(stage: Stage, sent: Sent): Promise<string> {
  const { id } = await waitingCode(stage, sent)
  await tell(stage, id, paid)
  return id
}

/** The provider takes its refusal back. */
export async function openDiscrepancy(stage: Stage, sent = stage.cast.credentials.sandbox_key) {
  const { service } = stage
  const { id } = await waitingCode(stage, sent)
  for (const word of [refused, paid]) await tell(stage, id, word)
  const [found] = await service.world.sql<{ id: string }[]>`
    select id from discrepancies where collection_id = ${id}`
  return found?.id ?? assert.fail('no discrepancy was opened')
}

/** A genuine callback about a payment that nobody can carry out. */
export async function deadLetter(stage: Stage, environment: Environment = 'sandbox'): Promise<string> {
  const { sql, clock, newId } = stage.service.world
  const { reference } = await waitingCode(stage, stage.cast.credentials[`${environment}_key`])
  const body = JSON.stringify({ event_id: randomUUID(), provider_reference: reference })
  const [id, now] = [newId(), clock.now()]
  const provider = environment === 'sandbox' ? 'sandbox' : 'simulated'
  await sql`
    insert into dead_letters (id, environment, provider, at_interface, headers, body, received_at, attempts, fault,
      status, created_at)
    values (${id}, ${environment}, ${provider}, false, '{}', ${Buffer.from(body)}, ${now}, 11, 'Error: a bug', 'open',
      ${now})`
  return id
}

/** Money that was sent to the provider of live, under a reference of its own. */
export const topUp = () => ({
  provider: 'simulated',
  amount: '5000000.00',
  reference: `FT-${randomUUID()}`,
  paid_on: '2026-11-01',
})

export async function recordedTopUp({ service, cast }: Stage): Promise<string> {
  const answer = await service.call('/v1/admin/float-top-ups', {
    ...cast.credentials.super_admin,
    body: topUp(),
  })
  return String(answer.body.data?.id ?? assert.fail(JSON.stringify(answer.body)))
}

/** A day on which the simulated network, in live, has one payment that nobody asked for. */
export const statementOfADay = {
  provider: 'simulated',
  day: '2026-11-01',
  format: 'gateway',
  statement:
    'time,reference,kind,amount,currency,state\r\n2026-11-01 12:00:00,SOMEBODY-ELSE,collection,500.00,TZS,paid\r\n',
}

export async function requestedReconciliation({ service, cast }: Stage): Promise<string> {
  const { credentials } = cast
  const answer = await service.call('/v1/admin/reconciliations', {
    ...credentials.super_admin,
    body: statementOfADay,
  })
  return String(answer.body.data?.id ?? assert.fail(JSON.stringify(answer.body)))
}

export async function setMapping({ service, cast }: Stage): Promise<void> {
  const sent = { ...cast.credentials.super_admin, method: 'PUT', body: { reference: 'Ref' } }
  const answer = await service.call('/v1/admin/statement-mappings/simulated', sent)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

/** A callback as the merchant's developer sends it, signed over the text that a JSON writer makes of the body. */
export function signedCallback({ webhookSecret }: Cast, { reference }: Made) {
  const body = {
    event_id: randomUUID(),
    event_type: 'collection.success',
    provider_reference: reference,
  }
  const signature = createHmac('sha256', webhookSecret).update(JSON.stringify(body)).digest('hex')
  return { body, headers: { 'x-provider-signature': signature } }
}
