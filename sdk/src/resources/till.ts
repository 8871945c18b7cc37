// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { CollectionMethod, CollectionStatus, FailureCode } from './fields.ts'

export interface Till {
  /** In Dar es Salaam. */
  day: string
  user_id: string
  name: string
  /** One for each currency; TZS always. */
  totals: TillTotals[]
  /** Newest first. */
  payments: TillPayment[]
}

export interface TillPayment {
  id: string
  standing: TillStanding
  status: CollectionStatus
  method: CollectionMethod | null
  amount: string
  currency: string
  customer_phone: string | null
  merchant_reference: string | null
  /** What to tell the customer now. It follows the status. */
  message: string
  failure_code: FailureCode | null
  failure_message: string | null
  /** The receipt of the payment, for your customer: whoever has the address sees it. Null until it is paid. It says so when the payment was returned. */
  receipt_url: string | null
  created_at: string
  completed_at: string | null
}

/** `waiting`: the customer is being asked. `no_answer`: longer than customers take, and nobody knows; do not hand over the goods, and do not ask again. `paid`. `held`: paid, and looked at by a person first. `failed`. `returned`: was paid, and has been taken back. */
export type TillStanding = 'waiting' | 'no_answer' | 'paid' | 'held' | 'failed' | 'returned'

export interface TillSum {
  count: number
  amount: string
}

export interface TillTotals {
  currency: string
  waiting: TillSum
  no_answer: TillSum
  paid: TillSum
  held: TillSum
  failed: TillSum
  returned: TillSum
}

export interface ReadTillQuery {
  /** Whose till; your own unless it is told. As members have it. */
  user_id?: string | undefined
  /** Only payments of this reference, also in the totals; those of yesterday too, because midnight passes while somebody pays. */
  reference?: string | undefined
}

export interface TillCalls {
  /** What somebody took today. The payments that one person asked for today, in Dar es Salaam, with a session: the newest 100, and totals of all. After a lost connection send the same request with the same Idempotency-Key again, which asks nobody twice, or look here by `reference`. Owners, admins and finance people may look at the till of somebody else. */
  get(query?: ReadTillQuery, options?: CallOptions): Promise<Till>
}

export const tillLines = {
  get: 'GET /v1/merchant/till query as-merchant',
} as const
