import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { isPassingFault } from '../../../src/database/database.ts'
import { deposit } from '../../../src/ledger/ledger.ts'
import { makeAdmin } from '../../../src/operator/operator.ts'
import type { World } from '../../../src/world/world.ts'
import type { RunningService } from '../../run-service.ts'
import { cookieOf, password, request } from '../../service.ts'
import { type Call, type CrashStage, send } from '../money/crash-stage.ts'
import { referenceOf } from './stage.ts'

const adminEmail = 'boss@malipo.test'

/** A verified merchant with money in both environments, and a Super Admin, on a database that outlives processes. */
export async function prepareForPayouts({ world, merchant }: CrashStage): Promise<void> {
  const { merchant_id: merchantId } = merchant
  await world.sql`update merchants set verification_status = 'verified' where id = ${merchantId}`
  await world.sql.begin(async (tx) => {
    await makeAdmin(tx, world, { email: adminEmail, password })
    for (const environment of ['live', 'sandbox'] as const) {
      await deposit(tx, world, {
        merchantId,
        environment,
        currency: 'TZS',
        amount: 1_000_000_00n,
        cause: `for the crash ${environment}`,
        reference: null,
        description: null,
      })
    }
  })
}

/** The session outlives the process, so that one is enough. */
export async function signInAdmin({ url }: RunningService): Promise<string> {
  const answer = await request(`${url}/v1/auth/sign-in/email`, { body: { email: adminEmail, password } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return cookieOf(answer)
}

/** A disbursement of a hundred, to whoever the network treats as these two digits say. */
export function disbursementOf({ merchant }: CrashStage, key: string, last: string): Call {
  return {
    path: '/v1/disbursements/mobile-money',
    body: {
      merchant_id: merchant.merchant_id,
      amount: '100',
      destination_code: 'MPESA',
      destination_name: 'Asha',
      destination_identifier: `2557000001${last}`,
    },
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() },
  }
}

export function approvalOf(id: string, cookie: string): Call {
  return { path: `/v1/admin/withdrawals/${id}/approve`, body: {}, headers: { cookie } }
}

export function signedSuccess({ merchant }: CrashStage, id: string): Call {
  const body = {
    event_id: randomUUID(),
    event_type: 'disbursement.success',
    provider_reference: referenceOf(id),
  }
  const signature = createHmac('sha256', merchant.webhook_secret).update(JSON.stringify(body)).digest('hex')
  return { path: '/sandbox/v1/webhooks/provider', body, headers: { 'x-provider-signature': signature } }
}

/** Sends what must be taken, and tells its id. */
export async function taken(service: RunningService, call: Call): Promise<string> {
  const answer = await send(service, call)
  assert.equal(answer?.status, 202, JSON.stringify(answer?.body))
  return String(answer?.body.data.id)
}

/** What the dead have left is put aside for a day, so that the next to die dies of its own work. */
export async function putPayoutsAside(world: World): Promise<void> {
  await setNetworkTimes(world, '1 day')
  await setTimes(world, '1 day')
}

export async function bringNetworkBack(world: World): Promise<void> {
  await setNetworkTimes(world, '-1 minute')
}

/** Late enough that every lease of the dead has run out. A service that works on the same rows meanwhile may be in the way. */
export async function bringPayoutsBack(world: World): Promise<void> {
  await setTimes(world, '-1 minute').catch(async (error) => {
    if (!isPassingFault(error)) throw error
    await setTimes(world, '-1 minute')
  })
}

async function setTimes({ sql }: World, fromNow: string): Promise<void> {
  // The operator whom the sandbox plays goes by when something last happened.
  await sql`
    update withdrawals set due_at = now() + ${fromNow}::interval, updated_at = now() + ${fromNow}::interval
    where due_at is not null`
}

async function setNetworkTimes({ sql }: World, fromNow: string): Promise<void> {
  const at = sql`now() + ${fromNow}::interval`
  await sql`update network_payouts set due_at = ${at} where due_at is not null`
  await sql`update network_callbacks set deliver_at = ${at} where deliver_at is not null`
  await sql`update provider_callbacks set received_at = ${at}, due_at = ${at} where handled_at is null`
}
