import type { Environment, FailureCode, withdrawalMethods } from '@malipo/contract'
import { columnsOf } from '../database/database.ts'
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
  merchant_reference: string | null
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
  failure_code: FailureCode | null
  failure_reason: string | null
  moves: number
  due_at: Date | null
  lease: number
  attempts: number
  hastened_at: Date | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

export const withdrawalColumns = columnsOf<WithdrawalRow>({
  id: 'not null',
  merchant_id: 'not null',
  environment: 'not null',
  api_key_id: 'null',
  asked_by: 'null',
  method: 'not null',
  status: 'not null',
  amount: 'not null',
  currency: 'not null',
  destination_code: 'not null',
  destination_name: 'not null',
  destination_identifier: 'not null',
  bank_name: 'null',
  bank_account_name: 'null',
  merchant_reference: 'null',
  pricing_rule_id: 'not null',
  percentage_fee: 'not null',
  flat_fee: 'not null',
  processor_charge: 'not null',
  processor_fee_pass_through: 'not null',
  total_charges: 'not null',
  total_reserved: 'not null',
  provider: 'not null',
  provider_reference: 'not null',
  sent_at: 'null',
  provider_payment_status: 'null',
  failure_code: 'null',
  failure_reason: 'null',
  moves: 'not null',
  due_at: 'null',
  lease: 'not null',
  attempts: 'not null',
  hastened_at: 'null',
  created_at: 'not null',
  updated_at: 'not null',
  completed_at: 'null',
})

/** What references of payouts begin with. */
export const payOutPrefix = 'MLW'
