// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { RequestMethod } from './fields.ts'

export type ErrorCode = 'bad_request' | 'invalid_json' | 'idempotency_key_required' | 'idempotency_key_invalid' | 'merchant_required' | 'unauthenticated' | 'invalid_api_key' | 'invalid_signature' | 'insufficient_scope' | 'ip_not_allowed' | 'merchant_mismatch' | 'dashboard_session_required' | 'forbidden' | 'second_factor_required' | 'merchant_inactive' | 'bad_origin' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'insufficient_balance' | 'payout_cap_exceeded' | 'withdrawal_restricted' | 'recipient_required' | 'recipient_cooling' | 'risk_blocked' | 'recipient_blocked' | 'invalid_state' | 'idempotency_in_progress' | 'refund_too_large' | 'refund_window_over' | 'duplicate_batch' | 'payment_link_unavailable' | 'invoice_already_paid' | 'body_too_large' | 'unsupported_media_type' | 'validation_error' | 'simulate_status_not_allowed' | 'idempotency_key_reused' | 'unsupported_currency' | 'amount_not_supported' | 'rate_limited' | 'headers_too_large' | 'internal_error' | 'provider_error' | 'unavailable'

/** Only what programs called with keys, or only what people did, in the dashboard above all. */
export type RequestAuthentication = 'key' | 'session'

export interface RequestLogEntry {
  /** As the answer had it in `X-Request-Id`. */
  request_id: string
  at: string
  method: RequestMethod
  /** Without what follows the question mark. */
  path: string
  query: string | null
  status: number
  /** The `code` of a refusal. */
  error_code: string | null
  duration_ms: number
  api_key_id: string | null
  ip: string
  idempotency_key: string | null
  /** What the call was about, or has made. */
  resource_id: string | null
}

export interface RequestLogEntryWithBodies extends RequestLogEntry {
  /** The JSON that was sent, with secrets hidden. Null where there was none. */
  request_body: string | null
  /** There was more than the 16 KiB that are kept. */
  request_body_cut: boolean
  /** The JSON that was answered, with secrets hidden. Null for files and streams. */
  response_body: string | null
  /** There was more than the 16 KiB that are kept. */
  response_body_cut: boolean
}

export interface ListRequestsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
  method?: RequestMethod | undefined
  path?: string | undefined
  status?: number | undefined
  error_code?: ErrorCode | undefined
  /** Those that took at least as long, among the newest 100,000 that the other filters find. */
  min_duration_ms?: number | undefined
  authenticated_by?: RequestAuthentication | undefined
  api_key_id?: string | undefined
  ip?: string | undefined
  idempotency_key?: string | undefined
  resource_id?: string | undefined
}

export interface RequestsCalls {
  /** List the requests of the last seven days. What keys and members of the merchant have called, refusals too, a moment after it was answered. Reading this log leaves no row in it. */
  list(query?: ListRequestsQuery, options?: CallOptions): List<RequestLogEntry>

  /** Read a request with its bodies. Of several that were sent with one `X-Request-Id` it is the newest. */
  get(request_id: string, options?: CallOptions): Promise<RequestLogEntryWithBodies>
}

export const requestsLines = {
  list: 'GET /v1/merchant/requests query as-merchant list',
  get: 'GET /v1/merchant/requests/{request_id} as-merchant',
} as const
