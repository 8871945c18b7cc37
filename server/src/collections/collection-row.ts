import type { collectionMethods, Environment, FailureCode } from '@malipo/contract'
import { type ColumnTypes, columnsOf } from '../database/database.ts'
import type { Metadata } from '../metadata/metadata.ts'
import type { People } from '../primitives/leave-out-people.ts'
import type { CollectionStatus } from './collection-lifecycle.ts'

export type CollectionMethod = (typeof collectionMethods)[number]

export type CollectionRow = {
  id: string
  merchant_id: string
  environment: Environment
  api_key_id: string | null
  /** The person who asked with a session; null where it was a key or a payer. */
  created_by: string | null
  made_in: Environment | null
  family: 'A' | 'B'
  method: CollectionMethod | null
  status: CollectionStatus
  amount: bigint
  currency: string
  customer_id: string | null
  customer_name: string | null
  customer_phone: string | null
  customer_email: string | null
  /** Whose number paid, as the provider told it: somebody's name, which stands nowhere else. */
  payer_name: string | null
  reference: string | null
  description: string | null
  metadata: Metadata | null
  payment_link_id: string | null
  invoice_id: string | null
  control_number_id: string | null
  redirect_url: string | null
  cancel_url: string | null
  callback_url: string | null
  page_token: string | null
  public_token: string | null
  receipt_token: string | null
  page_ends_at: Date | null
  provider: string
  provider_reference: string
  provider_payment_status: string | null
  failure_code: FailureCode | null
  failure_reason: string | null
  payment_token: string | null
  qr_payload: string | null
  qr_expires_at: Date | null
  simulate_status: string | null
  moves: number
  due_at: Date | null
  ends_at: Date | null
  lease: number
  attempts: number
  created_at: Date
  updated_at: Date
  completed_at: Date | null
  /** How much has gone back to the payer, and how much is asked to or has; null before anybody asked. */
  refunded: bigint | null
  refund_claimed: bigint | null
  /** What credit notes say was given back of it outside. */
  credited: bigint | null
  /** What was refunded of it and is counted by its invoice. */
  refunds_reckoned: bigint | null
  /** What a rule has met in it, because of which a person looks at it when its money has come. */
  review_hit: string | null
}

export const collectionColumns = columnsOf<CollectionRow>({
  id: 'not null',
  merchant_id: 'not null',
  environment: 'not null',
  api_key_id: 'null',
  created_by: 'null',
  made_in: 'null',
  family: 'not null',
  method: 'null',
  status: 'not null',
  amount: 'not null',
  currency: 'not null',
  customer_id: 'null',
  customer_name: 'null',
  customer_phone: 'null',
  customer_email: 'null',
  payer_name: 'null',
  reference: 'null',
  description: 'null',
  metadata: 'null',
  payment_link_id: 'null',
  invoice_id: 'null',
  control_number_id: 'null',
  redirect_url: 'null',
  cancel_url: 'null',
  callback_url: 'null',
  page_token: 'null',
  public_token: 'null',
  receipt_token: 'null',
  page_ends_at: 'null',
  provider: 'not null',
  provider_reference: 'not null',
  provider_payment_status: 'null',
  failure_code: 'null',
  failure_reason: 'null',
  payment_token: 'null',
  qr_payload: 'null',
  qr_expires_at: 'null',
  simulate_status: 'null',
  moves: 'not null',
  due_at: 'null',
  ends_at: 'null',
  lease: 'not null',
  attempts: 'not null',
  created_at: 'not null',
  updated_at: 'not null',
  completed_at: 'null',
  refunded: 'null',
  refund_claimed: 'null',
  credited: 'null',
  refunds_reckoned: 'null',
  review_hit: 'null',
})

/** What nearly every collection has when it is asked for. */
const usualTypes = {
  id: 'uuid',
  merchant_id: 'uuid',
  environment: 'text',
  api_key_id: 'uuid',
  family: 'text',
  method: 'text',
  status: 'text',
  amount: 'bigint',
  currency: 'text',
  customer_phone: 'text',
  reference: 'text',
  provider: 'text',
  provider_reference: 'text',
  provider_payment_status: 'text',
  moves: 'integer',
  due_at: 'timestamptz',
  lease: 'integer',
  attempts: 'integer',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies ColumnTypes<CollectionRow>

/** What few have. Where nobody in a batch has any of it, none of it is sent. */
const unusualTypes = {
  created_by: 'uuid',
  made_in: 'text',
  customer_id: 'uuid',
  customer_name: 'text',
  customer_email: 'text',
  payer_name: 'text',
  description: 'text',
  payment_link_id: 'uuid',
  invoice_id: 'uuid',
  control_number_id: 'uuid',
  redirect_url: 'text',
  cancel_url: 'text',
  callback_url: 'text',
  page_token: 'text',
  public_token: 'text',
  receipt_token: 'text',
  page_ends_at: 'timestamptz',
  failure_code: 'text',
  failure_reason: 'text',
  payment_token: 'text',
  qr_payload: 'text',
  qr_expires_at: 'timestamptz',
  simulate_status: 'text',
  ends_at: 'timestamptz',
  completed_at: 'timestamptz',
  refunded: 'bigint',
  refund_claimed: 'bigint',
  credited: 'bigint',
  refunds_reckoned: 'bigint',
  review_hit: 'uuid',
} as const satisfies ColumnTypes<CollectionRow>
const unusualNames = Object.keys(unusualTypes) as (keyof CollectionRow)[]
/** What merchants with books of their own write beside every payment: it travels without all that few have. */
const withMetadata = { ...usualTypes, metadata: 'jsonb' } as const satisfies ColumnTypes<CollectionRow>
/** All there are: one that is missing here does not compile, because it would be left out in silence. */
const allTypes: Required<ColumnTypes<CollectionRow>> = { ...withMetadata, ...unusualTypes }

/** In which columns these travel. */
export function typesFor(rows: readonly CollectionRow[]): ColumnTypes<CollectionRow> {
  if (rows.some((row) => unusualNames.some((name) => row[name] !== null))) return allTypes
  return rows.some(({ metadata }) => metadata !== null) ? withMetadata : usualTypes
}

/** What references of collections begin with. */
export const referencePrefix = 'MLP'

/** Whom nothing that is kept for ever may name. */
export function peopleOf(row: CollectionRow): People {
  return {
    names: [row.customer_name, row.payer_name],
    numbers: [row.customer_phone],
    emails: [row.customer_email],
  }
}
