import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import { deposit } from '../../../src/ledger/ledger.ts'
import { newMerchant, type Sent, sessionOf } from '../../service.ts'
import type { Stage } from './stage.ts'

type Method = 'MOBILE_MONEY' | 'BANK_ACCOUNT' | 'PROVIDER_PESA'

/** A call that asks for money to leave, or what that would cost. */
export type PayingCall = {
  path: string
  method: Method
  /** People name the method in the body; programs call a path for each. */
  isForPeople: boolean
  isQuote: boolean
  /** The field that says which phone or account. */
  identifier: 'destination_phone' | 'bank_account_number' | 'destination_identifier'
}

const methods: Method[] = ['MOBILE_MONEY', 'BANK_ACCOUNT', 'PROVIDER_PESA']
const paths = { MOBILE_MONEY: 'mobile-money', BANK_ACCOUNT: 'bank-account', PROVIDER_PESA: 'provider-pesa' }
const codes = { MOBILE_MONEY: 'MPESA', BANK_ACCOUNT: 'CRDB', PROVIDER_PESA: 'PROVIDER_PESA' }

export const submissions: PayingCall[] = methods.map((method) => ({
  path: '/v1/merchant/withdrawals',
  method,
  isForPeople: true,
  isQuote: false,
  identifier: method === 'BANK_ACCOUNT' ? 'bank_account_number' : 'destination_phone',
}))

export const disbursements: PayingCall[] = methods.map((method) => ({
  path: `/v1/disbursements/${paths[method]}`,
  method,
  isForPeople: false,
  isQuote: false,
  identifier: 'destination_identifier',
}))

export const quotes: PayingCall[] = methods.map((method) => ({
  path: '/v1/merchant/withdrawals/quote',
  method,
  isForPeople: true,
  isQuote: true,
  identifier: 'destination_identifier',
}))

/** All that make a withdrawal. */
export const payingCalls: PayingCall[] = [...submissions, ...disbursements]

export const goodIdentifier = ({ method }: PayingCall) =>
  method === 'BANK_ACCOUNT' ? '0150-AB-4477' : '0712345678'

/** A body that is accepted, with nothing in it that could be left out. */
export function goodOrder(call: PayingCall, merchantId: string): Record<string, unknown> {
  const { method, isForPeople, isQuote, identifier } = call
  return {
    ...(isForPeople ? { method } : { merchant_id: merchantId }),
    amount: '1000',
    destination_code: codes[method],
    [identifier]: goodIdentifier(call),
    ...(!isQuote && { destination_name: 'Asha Mrema' }),
    ...(!isQuote && method === 'BANK_ACCOUNT' && { bank_name: 'CRDB Bank' }),
  }
}

/** Whom a call is for, in this environment: the owner, or a key. */
export function payerOf(stage: Stage, call: PayingCall, environment: Environment = 'live'): Sent {
  if (call.isForPeople) return { cookie: stage.cookie, headers: { 'x-environment': environment } }
  return { key: environment === 'live' ? stage.liveKey : stage.sandboxKey }
}

/** Sends a good order with these changes, under a fresh key. */
export async function pay(
  stage: Stage,
  call: PayingCall,
  change: Record<string, unknown> = {},
  sent: Sent & { environment?: Environment } = {},
) {
  const { environment, ...others } = sent
  const payer = payerOf(stage, call, environment)
  return await stage.service.call(call.path, {
    ...payer,
    body: { ...goodOrder(call, stage.merchantId), ...change },
    ...others,
    headers: { 'idempotency-key': randomUUID(), ...payer.headers, ...others.headers },
  })
}

/** The stage with a merchant of its own, who may withdraw unless told otherwise. */
export async function openTill(
  stage: Stage,
  { isVerified = true, minor = 100_000_000n }: { isVerified?: boolean; minor?: bigint } = {},
): Promise<Stage> {
  const { service } = stage
  const { merchantId, liveKey, sandboxKey, ownerEmail } = await newMerchant(service, { isVerified })
  if (minor > 0n) await fund(stage, merchantId, minor)
  const cookie = await sessionOf(service, ownerEmail)
  return { ...stage, merchantId, liveKey, sandboxKey, ownerEmail, cookie }
}

/** Puts this much on both sides of a merchant's books. */
export async function fund({ service: { world } }: Stage, merchantId: string, minor: bigint): Promise<void> {
  const openings = (['live', 'sandbox'] as const).map((environment) => ({
    ...{ merchantId, environment, currency: 'TZS', amount: minor },
    ...{ cause: `opening balance ${randomUUID()}`, reference: null, description: null },
  }))
  await world.sql.begin((tx) => deposit(tx, world, ...openings))
}

export async function countWithdrawals({ service: { world }, merchantId }: Stage): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`
    select count(*)::int as count from withdrawals where merchant_id = ${merchantId}`
  return row?.count ?? assert.fail('nothing was counted')
}
