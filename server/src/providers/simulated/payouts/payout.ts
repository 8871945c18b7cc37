import type { Environment } from '@malipo/contract'
import type { FailureReason, PayOutMethod } from '../../provider.ts'

/** How a payout plays by itself. `chance` is decided by the failure rate when it is due. */
export type PayoutEnding = 'pay' | 'refuse' | 'other_amount' | 'reverse' | 'chance'

/** What may go wrong with the callbacks of a payout. */
export type PayoutMishap = 'lost' | 'twice' | 'contradicting'

export type PayoutState = 'accepted' | 'paid' | 'failed' | 'reversed'

/** A row of `network_payouts`. */
export type Payout = {
  reference: string
  environment: Environment
  merchant_id: string
  method: PayOutMethod
  amount: bigint
  currency: string
  destination_code: string
  identifier: string
  recipient_name: string
  state: PayoutState
  ending: PayoutEnding | null
  mishap: PayoutMishap | null
  seed: string
  draw: number
  failure_rate: number
  due_at: Date | null
  paid_amount: bigint | null
  reason: FailureReason | null
  created_at: Date
}
