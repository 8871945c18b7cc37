import type { Environment, FailureCode } from '@malipo/contract'
import { type Fragment, inColumns, type Transaction } from '../database/database.ts'
import { type CollectionMethod, type MobileNetwork, networkOf } from '../providers/providers.ts'

/** An order to ask somebody on the phone, by whichever provider. */
export type PushOrder = {
  environment: Environment
  provider: string
  method: CollectionMethod | null
  customer_phone: string | null
  created_at: Date
}

/** A row of `push_outcomes`. */
export type PushOutcome = {
  minute: Date
  environment: Environment
  provider: string
  /** As a road is named: pushes by their network. */
  network: string
  succeeded: boolean
  took_ms: number
  many: number
}

/** Who could have made it succeed. Only what is the network's says anything about the network. */
export const faults: Readonly<Record<FailureCode, 'payer' | 'network' | 'operator'>> = {
  declined: 'payer',
  insufficient_funds: 'payer',
  wrong_pin: 'payer',
  expired: 'payer',
  cancelled: 'payer',
  invalid_number: 'payer',
  limit: 'payer',
  refused: 'network',
  rejected: 'operator',
}

/** Those that go through a mobile network. A provider's own wallet is none, and a code rings nobody's phone. */
export const pushMethods: readonly CollectionMethod[] = ['USSD_PUSH', 'STK_PUSH']

/** What networks are told apart by, or null where the order says nothing about any. */
export function networkOfPush({
  method,
  customer_phone: phone,
}: Pick<PushOrder, 'method' | 'customer_phone'>): MobileNetwork | null {
  if (method === null || phone === null || !pushMethods.includes(method)) return null
  return networkOf(phone)
}

const minuteMs = 60_000

/**
 * What the end of an order tells about its network; null where that is nothing. What happens in the sandbox is a merchant's own play, and
 * would be weather for all others.
 */
export function outcomeOf(order: PushOrder, failure: FailureCode | null, at: Date): PushOutcome | null {
  const { environment, provider } = order
  const network = networkOfPush(order)
  if (network === null || environment !== 'live') return null
  return endOf({ environment, provider, network, begunAt: order.created_at }, failure, at)
}

type Order = Pick<PushOutcome, 'environment' | 'provider' | 'network'> & { begunAt: Date }

/** How an order ended, where its end says anything about its network: what is somebody's own fault does not. */
export function endOf(
  { begunAt, ...about }: Order,
  failure: FailureCode | null,
  at: Date,
): PushOutcome | null {
  const succeeded = failure === null
  if (!succeeded && faults[failure] !== 'network') return null
  const minute = new Date(Math.floor(at.getTime() / minuteMs) * minuteMs)
  const took_ms = succeeded ? roundTime(at.getTime() - begunAt.getTime()) : 0
  return { minute, ...about, succeeded, took_ms, many: 1 }
}

/** Two digits are exact enough for what is held against three times itself, and keep the table small. */
function roundTime(ms: number): number {
  const longest = 24 * 60 * minuteMs
  return Number(Math.min(Math.max(ms, 0), longest).toPrecision(2))
}

const outcomeTypes = {
  minute: 'timestamptz',
  environment: 'text',
  provider: 'text',
  network: 'text',
  succeeded: 'boolean',
  took_ms: 'integer',
  many: 'integer',
} as const

/** Writes outcomes beside whatever else a statement does, because one of its own would be one more round trip. */
export function counting(tx: Transaction, outcomes: PushOutcome[]): Fragment {
  return tx`insert into push_outcomes (minute, environment, provider, network, succeeded, took_ms, many)
      select minute, environment, provider, network, succeeded, took_ms, sum(many)
      from ${inColumns('o', outcomes, outcomeTypes)}
      group by 1, 2, 3, 4, 5, 6`
}
