// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'

export interface AdminChangeRetentionRequest {
  /** The replies kept for whoever repeats a request. In days, 30 unless somebody chose otherwise. */
  replies_days: number
  /** The request log. In days, 7 unless somebody chose otherwise. */
  requests_days: number
  /** People in events: after that they carry ids, amounts and states. In days, 400 unless somebody chose otherwise. */
  events_days: number
  /** What went over the wire to providers, and callbacks that nobody could carry out. In days, 400 unless somebody chose otherwise. */
  exchanges_days: number
  /** People in payments, events and exchanges of the sandbox. In days, 90 unless somebody chose otherwise. */
  sandbox_days: number
  /** Names, numbers and accounts of live payments, payouts, refunds and invoices. In days, 3650 unless somebody chose otherwise. */
  payments_days: number
}

export interface Retention extends AdminChangeRetentionRequest {
  changed_by: string | null
  changed_at: string | null
}

export interface AdminRetentionCalls {
  /** Read how long what names people is kept. */
  get(options?: CallOptions): Promise<Retention>

  /** Choose how long what names people is kept. All six at once. Whatever is older than it may be then is forgotten within minutes, and does not come back. How long the law wants payments to be kept is for your counsel to say. */
  set(body: AdminChangeRetentionRequest, options?: CallOptions): Promise<Retention>
}

export const adminRetentionLines = {
  get: 'GET /v1/admin/retention',
  set: 'PUT /v1/admin/retention body',
} as const
