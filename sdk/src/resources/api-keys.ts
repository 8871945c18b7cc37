// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { Environment, Role } from './fields.ts'

export interface ApiKey {
  id: string
  name: string
  environment: Environment
  scopes: Scope[]
  payout_caps: PayoutCaps | null
  /** Where it may be used from; empty for anywhere. */
  allowed_ips: string[]
  last_four: string
  expires_at: string | null
  last_used_at: string | null
  /** From where it was used then, to the minute. */
  last_used_ip: string | null
  revoked_at: string | null
  created_at: string
}

export interface Caller {
  merchant_id: string
  merchant_name: string
  environment: Environment
  role: Role | null
  api_key: CallerKey | null
}

export interface CallerCaps {
  currency: string
  /** The most that one request may be for. */
  each: string | null
  /** The most that all requests of a day in Dar es Salaam may add up to; what is cancelled, rejected or fails counts too. */
  daily: string | null
  /** What may still be asked for today; null without a daily cap. */
  left_today: string | null
}

export interface CallerKey {
  id: string
  scopes: Scope[]
  payout_caps: CallerCaps | null
}

export interface ChangeApiKeyRequest {
  name?: string | undefined
  scopes?: Scope[] | undefined
  expires_at?: string | undefined
  /** Addresses and ranges that the key may be used from, such as 41.59.1.2, 41.59.0.0/16 or 2001:db8::/32; empty for any. */
  allowed_ips?: string[] | undefined
}

export interface CreateApiKeyRequest {
  environment: Environment
  name?: string | undefined
  scopes?: Scope[] | undefined
  expires_at?: string | null | undefined
  payout_caps?: PayoutCapsRequest | undefined
  /** Addresses and ranges that the key may be used from, such as 41.59.1.2, 41.59.0.0/16 or 2001:db8::/32; empty for any. */
  allowed_ips?: string[] | undefined
}

export interface FreshApiKey extends ApiKey {
  /** The key itself, shown this once. Only its hash is kept. */
  api_key: string
}

export interface PayoutCaps {
  currency: string
  /** The most that one request may be for. */
  each: string | null
  /** The most that all requests of a day in Dar es Salaam may add up to; what is cancelled, rejected or fails counts too. */
  daily: string | null
}

export interface PayoutCapsRequest {
  /** The most that one request may be for. */
  each?: string | undefined
  /** The most that all requests of a day in Dar es Salaam may add up to; what is cancelled, rejected or fails counts too. */
  daily?: string | undefined
}

export interface RotateApiKeyRequest {
  overlap_seconds?: number | undefined
}

export type Scope = 'collections:read' | 'collections:write' | 'disbursements:read' | 'disbursements:write' | 'refunds:read' | 'refunds:write' | 'payment_links:read' | 'payment_links:write' | 'invoices:read' | 'invoices:write' | 'transactions:read' | 'balance:read' | 'events:read'

export interface ListApiKeysQuery {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  environment?: Environment | undefined
}

export interface ApiKeysCalls {
  /** Learn who is calling. For whom, in which environment, and with which scopes and caps the key of this request acts; for a person `role` is set instead of `api_key`. */
  current(options?: CallOptions): Promise<Caller>

  /** Create an API key. A key made without scopes has all of them, and one without `allowed_ips` works from anywhere. With `payout_caps` it may ask for so much money to be paid out, in TZS, and no more; charges come on top. */
  create(body: CreateApiKeyRequest, options?: CallOptions): Promise<FreshApiKey>

  /** List API keys. */
  list(query?: ListApiKeysQuery, options?: CallOptions): List<ApiKey>

  /** Change where an API key works, or narrow it. Fields that are absent stay as they are. `allowed_ips` replaces the whole list, at once and for streams that are open. `scopes` may only be fewer and `expires_at` only earlier: whoever needs more makes a new key. */
  update(key_id: string, body?: ChangeApiKeyRequest, options?: CallOptions): Promise<ApiKey>

  /** Revoke an API key at once. */
  revoke(key_id: string, options?: CallOptions): Promise<ApiKey>

  /** Replace an API key. The new key has the same name, environment, scopes, caps and allowed addresses. The old one works until the overlap ends; what both ask for counts together. */
  rotate(key_id: string, body?: RotateApiKeyRequest, options?: CallOptions): Promise<FreshApiKey>
}

export const apiKeysLines = {
  current: 'GET /v1/merchant/caller as-merchant',
  create: 'POST /v1/merchants/{merchant_id}/api-keys body merchant key',
  list: 'GET /v1/merchants/{merchant_id}/api-keys query merchant list',
  update: 'PATCH /v1/merchants/{merchant_id}/api-keys/{key_id} body merchant',
  revoke: 'DELETE /v1/merchants/{merchant_id}/api-keys/{key_id} merchant',
  rotate: 'POST /v1/merchants/{merchant_id}/api-keys/{key_id}/rotate body merchant key',
} as const
