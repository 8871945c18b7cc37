import type { Environment, withdrawalMethods } from '@malipo/contract'
import type { WithdrawalStatus } from './withdrawal-lifecycle.ts'

export type WithdrawalMethod = (typeof withdrawalMethods)[number]

export type WithdrawalRow = {
  id: string
  merchant_id: string
  environment: Environment
  api_key_id: string | null
  asked_by: string | null
  method: WithdrawalMethod
  status: WithdrawalStatus
  amount: bigint
  currency: string
  destination_code: string
  destination_name: string
  destination_identifier: string
  bank_name: string | null
  bank_account_name: string | null
  pricing_rule_id: string
  percentage_fee: bigint
  flat_fee: bigint
  processor_charge: bigint
  processor_fee_pass_through: boolean
  total_charges: bigint
  total_reserved: bigint
  provider: string
  provider_reference: string
  sent_at: Date | null
  provider_payment_status: string | null
  failure_reason: string | null
  moves: number
  due_at: Date | null
  lease: number
  attempts: number
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

/** What references of payouts begin with. */
export const payOutPrefix = 'MLW'
