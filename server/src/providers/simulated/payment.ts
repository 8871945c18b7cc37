import type { Environment } from '@malipo/contract'
import type { CollectionMethod, FailureReason } from '../provider.ts'

/** How a payment plays when nobody touches a handset. `chance` is decided by the failure rate when it is due. */
export type Ending =
  | 'approve'
  | 'decline'
  | 'insufficient_funds'
  | 'wrong_pin'
  | 'refuse'
  | 'hold'
  | 'reverse'
  | 'other_amount'
  | 'chance'

/** What may go wrong with a callback. */
export const mishaps = ['lost', 'late', 'twice', 'out_of_order', 'contradicting', 'badly_signed'] as const
export type Mishap = (typeof mishaps)[number]

export type PaymentState = 'waiting' | 'paid' | 'declined' | 'expired' | 'reversed'

/** A row of `network_payments`. */
export type Payment = {
  reference: string
  id: string
  environment: Environment
  merchant_id: string
  merchant_name: string
  method: CollectionMethod
  amount: bigint
  currency: string
  phone: string | null
  state: PaymentState
  ending: Ending | null
  is_exact: boolean
  mishap: Mishap | null
  seed: string
  draw: number
  failure_rate: number
  due_at: Date | null
  expires_at: Date | null
  payment_token: string | null
  qr_payload: string | null
  paid_amount: bigint | null
  hold: string | null
  failure_reason: FailureReason | null
  wrong_pins: number
  created_at: Date
}
