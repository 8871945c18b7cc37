// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'

export interface Findings {
  found: Found[]
}

export interface Found {
  kind: FoundKind
  id: string
  /** What it is known by: a name, a number, a description. */
  title: string
  /** What tells it from others of that name. */
  detail: string | null
  /** Null where there is none, or the payer chooses it. */
  amount: string | null
  currency: string | null
  /** In the words of its kind; customers have none. */
  status: string | null
  created_at: string
}

export type FoundKind = 'collection' | 'withdrawal' | 'refund' | 'invoice' | 'payment_link' | 'control_number' | 'customer'

export interface SearchMerchantQuery {
  q: string
}

export interface SearchCalls {
  /** Find a payment, payout, refund, invoice, link, control number or customer. By a phone number in any spelling or its last six digits or more, a reference, an id, the number of an invoice, a control number, or how the name of a saved customer begins. At most 20, newest first, of the kinds that the caller may read. */
  find(query: SearchMerchantQuery, options?: CallOptions): Promise<Findings>
}

export const searchLines = {
  find: 'GET /v1/merchant/search query as-merchant',
} as const
