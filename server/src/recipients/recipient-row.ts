import type { Environment, Recipient, recipientStatuses, withdrawalMethods } from '@malipo/contract'
import type { Static } from 'typebox'
import { columnsOf } from '../database/database.ts'
import type { Metadata } from '../metadata/metadata.ts'
import type { KeptNameCheck } from '../names/names.ts'

export type RecipientStatus = (typeof recipientStatuses)[number]

export type RecipientRow = {
  id: string
  merchant_id: string
  environment: Environment
  api_key_id: string | null
  saved_by: string | null
  method: (typeof withdrawalMethods)[number]
  destination_code: string
  destination_name: string
  destination_identifier: string
  bank_name: string | null
  bank_account_name: string | null
  name_check: KeptNameCheck | null
  metadata: Metadata | null
  usable_from: Date
  blocked_at: Date | null
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
}

export const recipientColumns = columnsOf<RecipientRow>({
  id: 'not null',
  merchant_id: 'not null',
  environment: 'not null',
  api_key_id: 'null',
  saved_by: 'null',
  method: 'not null',
  destination_code: 'not null',
  destination_name: 'not null',
  destination_identifier: 'not null',
  bank_name: 'null',
  bank_account_name: 'null',
  name_check: 'null',
  metadata: 'null',
  usable_from: 'not null',
  blocked_at: 'null',
  deleted_at: 'null',
  created_at: 'not null',
  updated_at: 'not null',
})

/** What it is now. Time alone makes it ready, so it is not written down. */
export function statusOf(
  { blocked_at: blocked, usable_from: from }: Pick<RecipientRow, 'blocked_at' | 'usable_from'>,
  now: Date,
): RecipientStatus {
  if (blocked !== null) return 'BLOCKED'
  return from > now ? 'COOLING' : 'READY'
}

export function showRecipient(row: RecipientRow, now: Date): Static<typeof Recipient> {
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    method: row.method,
    destination_code: row.destination_code,
    destination_name: row.destination_name,
    destination_identifier: row.destination_identifier,
    bank_name: row.bank_name,
    bank_account_name: row.bank_account_name,
    name_check: row.name_check,
    status: statusOf(row, now),
    usable_from: row.usable_from.toISOString(),
    metadata: row.metadata ?? {},
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
