// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { RecipientStatus, WithdrawalMethod } from './fields.ts'
import type { NameCheck } from './records.ts'

export interface ChangeRecipientRequest {
  blocked?: boolean | undefined
  /** Of a look-up of this destination in the last 24 hours; see POST /v1/destinations/look-up. */
  look_up_id?: string | undefined
  /** Keys that are absent stay as they are, `null` takes one away. At most 20 keys are left, and 8 KiB in all. No event tells of it. */
  metadata?: Record<string, string | null> | undefined
}

export interface ChangeRecipientSettingsRequest {
  /** For so long after it was saved, nothing to a recipient is approved. Always 0 in the sandbox. */
  recipient_cooling_hours?: number | undefined
  /** Whether money leaves to saved recipients only. Refunds go to whoever paid, all the same. */
  recipients_only?: boolean | undefined
}

export interface Recipient {
  id: string
  merchant_id: string
  method: WithdrawalMethod
  destination_code: string
  destination_name: string
  destination_identifier: string
  bank_name: string | null
  bank_account_name: string | null
  name_check: NameCheck | null
  status: RecipientStatus
  /** From when on money to it is approved without anybody overriding it. */
  usable_from: string
  /** Your own words beside it. */
  metadata: Record<string, string>
  created_at: string
  updated_at: string
}

export interface RecipientRequest {
  method: WithdrawalMethod
  destination_code: string
  destination_name: string
  destination_identifier: string
  /** Must resemble the name of the destination_code in GET /v1/destinations. */
  bank_name?: string | undefined
  bank_account_name?: string | undefined
  /** Of a look-up of this destination in the last 24 hours; see POST /v1/destinations/look-up. */
  look_up_id?: string | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
}

export interface RecipientSettings {
  /** For so long after it was saved, nothing to a recipient is approved. Always 0 in the sandbox. */
  recipient_cooling_hours: number
  /** Whether money leaves to saved recipients only. Refunds go to whoever paid, all the same. */
  recipients_only: boolean
  /** What was made laxer acts from then on: when as much time has passed as recipients cooled before. */
  scheduled: ScheduledRecipientSettings | null
}

export interface RemoveRecipientReply {
  id: string
  deleted: true
}

/** What was made laxer acts from then on: when as much time has passed as recipients cooled before. */
export interface ScheduledRecipientSettings {
  recipient_cooling_hours: number
  recipients_only: boolean
  at: string
}

export interface ListRecipientsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: RecipientStatus | undefined
  method?: WithdrawalMethod | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
  /** A phone number in any form, or an account number. */
  destination_identifier?: string | undefined
  /** What has exactly this: `metadata[order_id]=A-17`. Up to three, and all must hold; several are looked for among the newest 100,000 that have the rarest of them. */
  metadata?: Record<string, string> | undefined
}

export interface RecipientsCalls {
  /** Save a recipient. The owners of the merchant are told by mail. The same destination again answers 200 with the first, whatever else is sent. */
  create(body: RecipientRequest, options?: CallOptions): Promise<Recipient>

  /** List saved recipients. */
  list(query?: ListRecipientsQuery, options?: CallOptions): List<Recipient>

  /** Read a saved recipient. */
  get(recipient_id: string, options?: CallOptions): Promise<Recipient>

  /** Block a recipient, or change its metadata. Where the money goes cannot be changed: remove the recipient and save another. Whoever is unblocked cools anew. A `look_up_id` replaces `name_check`. */
  update(recipient_id: string, body?: ChangeRecipientRequest, options?: CallOptions): Promise<Recipient>

  /** Remove a saved recipient. What was asked for and is not approved yet can no longer be approved. */
  remove(recipient_id: string, options?: CallOptions): Promise<RemoveRecipientReply>

  /** See how long recipients cool, and whether money leaves to them only. */
  getSettings(options?: CallOptions): Promise<RecipientSettings>

  /** Change how long recipients cool, and whether money leaves to them only. Stricter acts at once. Laxer acts after the time that recipients cooled before; until then it stands in `scheduled`. The owners are told by mail. */
  updateSettings(body?: ChangeRecipientSettingsRequest, options?: CallOptions): Promise<RecipientSettings>
}

export const recipientsLines = {
  create: 'POST /v1/recipients body as-merchant key',
  list: 'GET /v1/recipients query as-merchant list',
  get: 'GET /v1/recipients/{recipient_id} as-merchant',
  update: 'PATCH /v1/recipients/{recipient_id} body as-merchant',
  remove: 'DELETE /v1/recipients/{recipient_id} as-merchant',
  getSettings: 'GET /v1/merchant/recipient-settings as-merchant',
  updateSettings: 'PATCH /v1/merchant/recipient-settings body as-merchant',
} as const
