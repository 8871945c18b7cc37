// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { PricingRule } from './admin-records.ts'
import type { MemberStatus, PageLanguage, VerificationStatus } from './fields.ts'
import type { Balance, Merchant } from './records.ts'

export interface AdminChangeMerchantRequest {
  verification_status?: VerificationStatus | undefined
  is_active?: boolean | undefined
  hold_threshold?: string | null | undefined
  /** Why; the merchant reads it. Say it when you refuse. */
  note?: string | undefined
}

export interface AdminCreateMerchantRequest {
  name: string
  phone?: string | undefined
  owner_email: string
  verification_status?: VerificationStatus | undefined
}

export interface AdminMerchant extends Merchant {
  /** Larger live payments wait for clearance. Null: none does for its size. */
  hold_threshold: string | null
}

export interface CreatedMerchant extends Merchant {
  owner_email: string
  owner_status: MemberStatus
  accept_url: string | null
}

export interface MerchantDossier extends AdminMerchant {
  looks: MerchantLooks
  members: number
  /** Twenty at most. */
  owners: MerchantOwner[]
  /** The rule in force for each channel. */
  pricing: PricingRule[]
  live: MerchantInEnvironment
  sandbox: MerchantInEnvironment
  /** The latest fifty entries of the audit log about it, newest first. */
  history: MerchantHistoryEntry[]
}

export interface MerchantHistoryEntry {
  at: string
  action: string
  actor_kind: string
  by: string | null
  subject_kind: string
  subject_id: string
  details: unknown
  request_id: string | null
}

export interface MerchantInEnvironment {
  balance: Balance
  /** Waiting for approval, or for an answer. */
  withdrawals_pending: number
  /** Of which nobody knows how they ended, or a person must say. */
  withdrawals_unclear: number
  collections_held: number
  /** A hundred means a hundred or more. */
  discrepancies_open: number
  /** Those that work. */
  api_keys: number
  last_collection_at: string | null
  last_withdrawal_at: string | null
}

export interface MerchantLooks {
  /** What payers read on pages and in mails; `name` where it is null. */
  display_name: string | null
  /** A bar on top of the pages, never under text. */
  brand_colour: string | null
  /** Whom payers call. */
  support_phone: string | null
  support_email: string | null
  /** Of pages and mails, where payers have not said theirs. */
  language: PageLanguage | null
}

export interface MerchantOwner {
  name: string
  email: string
}

export interface AdminListMerchantsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  verification_status?: VerificationStatus | undefined
  is_active?: boolean | undefined
  /** Part of the name, or of the address of a member. */
  search?: string | undefined
}

export interface AdminMerchantsCalls {
  /** List all merchants. */
  list(query?: AdminListMerchantsQuery, options?: CallOptions): List<AdminMerchant>

  /** One merchant with everything that is known of it. */
  get(merchant_id: string, options?: CallOptions): Promise<MerchantDossier>

  /** Create a merchant for somebody. Somebody with a proven address becomes the owner at once; anybody else is invited as the owner. */
  create(body: AdminCreateMerchantRequest, options?: CallOptions): Promise<CreatedMerchant>

  /** Verify, activate or suspend a merchant. The merchant is told what changed, and why if there is a `note`. */
  update(merchant_id: string, body?: AdminChangeMerchantRequest, options?: CallOptions): Promise<AdminMerchant>
}

export const adminMerchantsLines = {
  list: 'GET /v1/admin/merchants query list',
  get: 'GET /v1/admin/merchants/{merchant_id}',
  create: 'POST /v1/admin/merchants body key',
  update: 'PATCH /v1/admin/merchants/{merchant_id} body',
} as const
