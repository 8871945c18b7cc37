// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { CollectionMethod, FailureCode, MobileNetwork } from './fields.ts'

export interface DayFigures {
  /** A day in Dar es Salaam. */
  day: string
  paid_count: number
  paid_amount: string
  /** What was charged for them. */
  fees: string
  failed_count: number
  /** Paid on that day, and taken back since: they are not among the paid. */
  reversed_count: number
  reversed_amount: string
}

export interface FailureFigures {
  failure_code: FailureCode
  count: number
}

export interface MerchantSummary {
  from: string
  to: string
  currency: string
  today: TodayFigures
  /** Every day from `from` to `to`, also where nothing ended. */
  days: DayFigures[]
  networks: NetworkFigures[]
  methods: MethodFigures[]
  /** Why payments failed, the most frequent first. */
  failures: FailureFigures[]
}

export interface MethodFigures {
  /** Null for pages that nobody chose a way on. */
  method: CollectionMethod | null
  /** How many ended: paid, failed or taken back. */
  ended: number
  /** How many of them are paid. */
  successful: number
  /** The second as a part of the first, from 0 to 1. */
  share: number
  paid_amount: string
}

export interface NetworkFigures {
  /** By the number that was asked; null where none was, or nobody knows whose it is. */
  network: MobileNetwork | null
  /** How many ended: paid, failed or taken back. */
  ended: number
  /** How many of them are paid. */
  successful: number
  /** The second as a part of the first, from 0 to 1. */
  share: number
}

export interface TodayFigures extends DayFigures {
  /** How many wait for their customer now, from whichever day. */
  waiting: number
  /** How many are paid and wait for clearance now. */
  held: number
}

export interface ReadMerchantSummaryQuery {
  /** The first day; 30 days are shown unless told otherwise. */
  from?: string | undefined
  /** The last day, today unless told otherwise; at most 366 days. */
  to?: string | undefined
  /** Each currency is counted by itself; `TZS` unless told otherwise. */
  currency?: string | undefined
}

export interface SummaryCalls {
  /** Read how payments went, day by day. Payments are counted on the day on which they ended, with the step that ends them: what this says costs the same however many there are. */
  get(query?: ReadMerchantSummaryQuery, options?: CallOptions): Promise<MerchantSummary>
}

export const summaryLines = {
  get: 'GET /v1/merchant/summary query as-merchant',
} as const
