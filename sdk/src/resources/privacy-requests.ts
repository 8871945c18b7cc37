// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'

export interface PrivacyCase {
  id: string
  merchant_id: string
  kind: PrivacyKind
  status: PrivacyStatus
  /** Null once they are erased, as are e-mail and account. */
  phone: string | null
  email: string | null
  account: string | null
  customer_id: string | null
  refused_because: PrivacyRefusal | null
  found: PrivacyFound
  /** The day on which who paid or was paid ends in payments, too. */
  erases_on: string | null
  /** Of an export that is done: until when its file is there. */
  file_ends_at: string | null
  created_at: string
  done_at: string | null
}

export interface PrivacyCorrectionRequest {
  name?: string | undefined
  phone?: string | undefined
  email?: string | undefined
}

/** How many rows it is about, so far. */
export interface PrivacyFound {
  customers: number
  collections: number
  /** Payouts and refunds to them. */
  payouts: number
  invoices: number
}

export type PrivacyKind = 'export' | 'correct' | 'erase'

export type PrivacyRefusal = 'payments_under_way' | 'nothing_found'

export type PrivacyStatus = 'OPEN' | 'DONE' | 'REFUSED' | 'SCHEDULED'

export interface RequestPrivacyRequest {
  kind: PrivacyKind
  phone?: string | undefined
  email?: string | undefined
  account?: string | undefined
  customer_id?: string | undefined
  correction?: PrivacyCorrectionRequest | undefined
}

export interface ListPrivacyRequestsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: PrivacyStatus | undefined
}

export interface PrivacyRequestsCalls {
  /** Carry out what somebody asks about their personal data. About whoever has that phone, e-mail, account (one that you paid out to) or customer id in your books, in this environment; one of the four at least, and whatever has any of them is meant. `export` makes a file of all that is kept of them. `correct` changes your saved customers. `erase` takes away saved customers, metadata and descriptions at once, and who paid or was paid when the law no longer wants it kept: it is `SCHEDULED` until then (`erases_on`). Amounts and ids stay. It is `REFUSED` while a payment of theirs is under way. */
  create(body: RequestPrivacyRequest, options?: CallOptions): Promise<PrivacyCase>

  /** List what was asked about personal data. */
  list(query?: ListPrivacyRequestsQuery, options?: CallOptions): List<PrivacyCase>

  /** Read what became of such a request. */
  get(privacy_request_id: string, options?: CallOptions): Promise<PrivacyCase>

  /** Download what is kept of somebody. One JSON object on each line, as in exports. It is there for 24 hours, and gone after that. */
  file(privacy_request_id: string, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>
}

export const privacyRequestsLines = {
  create: 'POST /v1/merchant/privacy-requests body as-merchant key',
  list: 'GET /v1/merchant/privacy-requests query as-merchant list',
  get: 'GET /v1/merchant/privacy-requests/{privacy_request_id} as-merchant',
  file: 'GET /v1/merchant/privacy-requests/{privacy_request_id}/file as-merchant bytes',
} as const
