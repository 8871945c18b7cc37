// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { PageLanguage } from './fields.ts'
import type { Merchant } from './records.ts'

export interface ChangeMerchantLooksRequest {
  display_name?: string | null | undefined
  brand_colour?: string | null | undefined
  support_phone?: string | null | undefined
  support_email?: string | null | undefined
  language?: PageLanguage | null | undefined
}

export interface CreateMerchantRequest {
  name: string
  phone?: string | undefined
}

export interface OwnMerchant extends Merchant {
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

export interface MerchantsCalls {
  /** Open a merchant account. The person who opens it becomes its owner. It starts unverified and active. */
  create(body: CreateMerchantRequest, options?: CallOptions): Promise<Merchant>

  /** Read a merchant account. */
  get(options?: CallOptions): Promise<OwnMerchant>

  /** Change how a merchant looks to its payers. For its pages and mails. Fields that are absent stay as they are; null goes back to nothing. */
  update(body?: ChangeMerchantLooksRequest, options?: CallOptions): Promise<OwnMerchant>
}

export const merchantsLines = {
  create: 'POST /v1/merchants body key',
  get: 'GET /v1/merchants/{merchant_id} merchant',
  update: 'PATCH /v1/merchants/{merchant_id} body merchant',
} as const
