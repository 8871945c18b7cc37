import type {
  Environment,
  FailureCode,
  refundOrigins,
  refundReasons,
  refundWays,
  withdrawalMethods,
  withdrawalSorts,
} from '@malipo/contract'
import { columnsOf } from '../database/database.ts'
import type { Metadata } from '../metadata/metadata.ts'
import type { KeptNameCheck } from '../names/names.ts'
import type { People } from '../primitives/leave-out-people.ts'
import { Refusal } from '../primitives/refusal.ts'
import { namelessPayer } from '../primitives/stand-ins.ts'
import type { WithdrawalStatus } from './withdrawal-lifecycle.ts'

export type WithdrawalMethod = (typeof withdrawalMethods)[number]

export type WithdrawalKind = (typeof withdrawalSorts)[number]
export type RefundOrigin = (typeof refundOrigins)[number]

export type WithdrawalRow = {
  id: string
  kind: WithdrawalKind
  /** Of a refund: what it is of. */
  collection_id: string | null
  origin: RefundOrigin | null
  /** Of a refund that a merchant asked for. */
  reason: (typeof refundReasons)[number] | null
  refund_note: string | null
  way: (typeof refundWays)[number] | null
  /** Under which reference the money came that goes back. */
  paid_as: string | null
  fee_returned: bigint
  /** Of a refund that its merchant asked for: nobody knows who paid, and it goes where the merchant said. */
  directed: boolean
  /** Of a refund of a payment for an invoice: whether it credits it, or opens it again. */
  credit_note: boolean
  /** Whether that invoice counts it. */
  reckoned: boolean
  /** The refund before, whose money did not arrive. */
  again_of: string | null
  /** Counted up with every step and lease, by versions that know of kinds. */
  written: number
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
  metadata: Metadata | null
  /** The saved recipient that it goes to. */
  recipient_id: string | null
  /** The batch that it is a row of, and which one, counted from 1. */
  batch_id: string | null
  batch_row: number | null
  /** The failed one that this is once more. */
  retry_of: string | null
  /** It is decided with its batch, and not alone. */
  awaits_batch: boolean
  name_check: KeptNameCheck | null
  /** What a rule has met in it, because of which two people must approve it. */
  review_hit: string | null
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
  kind: 'not null',
  collection_id: 'null',
  origin: 'null',
  reason: 'null',
  refund_note: 'null',
  way: 'null',
  paid_as: 'null',
  fee_returned: 'not null',
  directed: 'not null',
  credit_note: 'not null',
  reckoned: 'not null',
  again_of: 'null',
  written: 'not null',
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
  metadata: 'null',
  recipient_id: 'null',
  batch_id: 'null',
  batch_row: 'null',
  retry_of: 'null',
  awaits_batch: 'not null',
  name_check: 'null',
  review_hit: 'null',
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

export type RefundRow = WithdrawalRow & {
  kind: 'refund'
  collection_id: string
  origin: RefundOrigin
  way: NonNullable<WithdrawalRow['way']>
}

export function isRefund(row: WithdrawalRow): row is RefundRow {
  return row.kind === 'refund'
}

/** Money that never was the merchant's waits where it is owed to payers. */
export function isFromReturns(row: WithdrawalRow): boolean {
  return isRefund(row) && row.origin !== 'requested'
}

/** A row of a batch that nobody has decided about: it is decided, asked about and cancelled with the batch. */
export function refuseAwaiting({ awaits_batch: awaits, batch_id: batchId, status }: WithdrawalRow): void {
  if (!awaits) return
  throw new Refusal('invalid_state', {
    message:
      'It is a row of a batch that nobody has decided about yet. Decide about the batch, or cancel it.',
    details: { status, batch_id: batchId },
  })
}

/** Ended without the money being with whoever it was for. */
export const endedUnpaid: readonly WithdrawalStatus[] = ['REJECTED', 'FAILED', 'REVERSED']

/** What references of payouts begin with. */
export const payOutPrefix = 'MLW'

/** Whom nothing that is kept for ever may name. */
export type Paid = Pick<
  WithdrawalRow,
  'destination_name' | 'bank_account_name' | 'name_check' | 'destination_identifier'
>

export function peopleOf(row: Paid): People {
  const { destination_name: name, bank_account_name: holder, name_check: check } = row
  // Nobody is called that, and whoever writes about a refund says it of anybody.
  const called = name === namelessPayer ? null : name
  return { names: [called, holder, check?.registered_name], numbers: [row.destination_identifier] }
}
