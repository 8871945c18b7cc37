import type { refundHindrances, withdrawalMethods } from '@malipo/contract'
import { type Clock, daysBefore } from '../primitives/clock.ts'
import { codeOfNetwork, networkOf, type Registry } from '../providers/providers.ts'
import type { CollectionRow } from './collection-row.ts'

export type RefundHindrance = (typeof refundHindrances)[number] | null

type Refunded = Pick<CollectionRow, 'status' | 'amount' | 'refund_claimed' | 'credited'>

/**
 * What is left to be refunded. Refunds that wait count, those that were rejected, failed or came back do not. What a credit note
 * says was given back outside is not given back again.
 */
export function refundableOf({ status, amount, refund_claimed: claimed, credited }: Refunded): bigint {
  if (status !== 'successful') return 0n
  const left = amount - (claimed ?? 0n) - (credited ?? 0n)
  return left > 0n ? left : 0n
}

/** Where the money of a payer goes back to. */
export type Payer = {
  method: (typeof withdrawalMethods)[number]
  /** Null where the number does not tell its network. */
  destinationCode: string | null
  identifier: string
}

/** Who paid, where that is known: whoever was asked on their phone. A code may be scanned by anybody. */
export function payerOf({
  method,
  customer_phone: phone,
}: Pick<CollectionRow, 'method' | 'customer_phone'>): Payer | null {
  if (phone === null || method === null || method === 'DYNAMIC_QR') return null
  if (method === 'PROVIDER_PESA_PUSH') {
    return { method: 'PROVIDER_PESA', destinationCode: 'PROVIDER_PESA', identifier: phone }
  }
  const network = networkOf(phone)
  return { method: 'MOBILE_MONEY', destinationCode: network && codeOfNetwork(network), identifier: phone }
}

export type RefundRules = { clock: Clock; registry: Registry; refundDays: number }

/** Whether it was paid too long ago to be refunded. */
export function isWindowOver(
  { completed_at: at }: Pick<CollectionRow, 'completed_at'>,
  { clock, refundDays }: Pick<RefundRules, 'clock' | 'refundDays'>,
): boolean {
  return at !== null && at < daysBefore(clock.now(), refundDays)
}

/** Why nothing of it can be refunded now. Nobody is asked: it is told from what is known here. */
export function hindranceOf(row: CollectionRow, rules: RefundRules): RefundHindrance {
  if (row.status !== 'successful') return 'not_successful'
  const left = refundableOf(row)
  if (left === 0n) return 'nothing_left'
  if (isWindowOver(row, rules)) return 'window_over'
  return isTooSmall(row, left, rules) ? 'too_small' : null
}

function isTooSmall(row: CollectionRow, left: bigint, { clock, registry }: RefundRules): boolean {
  if (isReturnedByItself(row, left, { clock, registry })) return false
  const { environment, merchant_id: merchantId, currency } = row
  const { method } = payerOf(row) ?? { method: 'MOBILE_MONEY' }
  const wish = { environment, merchantId, method, currency }
  return registry.isCarriable(wish) && !registry.isCarriable({ ...wish, amount: left })
}

/** Whether its provider returns this much of it as its own payment. A part only where it returns parts, nothing after its days. */
export function isReturnedByItself(
  row: Pick<CollectionRow, 'provider' | 'amount' | 'completed_at' | 'method' | 'customer_phone'>,
  amount: bigint,
  { clock, registry }: Pick<RefundRules, 'clock' | 'registry'>,
): boolean {
  const provider = registry.named(row.provider)
  const refunds = provider?.can.refunds
  if (!provider?.refund || refunds?.way !== 'native' || payerOf(row) === null) return false
  const { partial, days, amounts } = refunds
  if (!partial && amount !== row.amount) return false
  if (days !== null && row.completed_at !== null && row.completed_at < daysBefore(clock.now(), days))
    return false
  return amount >= amounts.least && amount <= amounts.most && amount % amounts.smallest === 0n
}
