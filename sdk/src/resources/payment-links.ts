// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { OrderedMethod, PaymentLinkStatus } from './fields.ts'
import type { PaymentLink } from './paper-records.ts'

export interface ChangePaymentLinkRequest {
  description?: string | null | undefined
  methods?: OrderedMethod[] | undefined
  expires_at?: string | null | undefined
  status?: PaymentLinkSwitch | undefined
  /** Keys that are absent stay as they are, `null` takes one away. At most 20 keys are left, and 8 KiB in all. No event tells of it. */
  metadata?: Record<string, string | null> | undefined
}

export type PaymentLinkSwitch = 'ACTIVE' | 'INACTIVE'

export interface CreatePaymentLinkRequest {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  amount: string | null
  min_amount?: string | undefined
  max_amount?: string | undefined
  currency?: string | undefined
  description?: string | undefined
  methods?: OrderedMethod[] | undefined
  single_use?: boolean | undefined
  expires_at?: string | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
}

export interface ListPaymentLinksQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: PaymentLinkStatus | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
  /** What has exactly this: `metadata[order_id]=A-17`. Up to three, and all must hold; several are looked for among the newest 100,000 that have the rarest of them. */
  metadata?: Record<string, string> | undefined
}

export interface PaymentLinksCalls {
  /** Create a payment link. Where `amount` is null the customer chooses, within `min_amount` and `max_amount` if they are given. Without `methods` all ways to pay are open. Its `metadata` is copied to each payment, whose own keys win. */
  create(body: CreatePaymentLinkRequest, options?: CallOptions): Promise<PaymentLink>

  /** List payment links. */
  list(query?: ListPaymentLinksQuery, options?: CallOptions): List<PaymentLink>

  /** Read a payment link. */
  get(payment_link_id: string, options?: CallOptions): Promise<PaymentLink>

  /** Change, close or open a payment link. Fields that are absent stay as they are. `INACTIVE` closes it, `ACTIVE` opens it again; one that has expired needs a later `expires_at`, or null for none. A payment that is under way goes on. Its `metadata` is copied to payments that are made from then on. */
  update(payment_link_id: string, body?: ChangePaymentLinkRequest, options?: CallOptions): Promise<PaymentLink>
}

export const paymentLinksLines = {
  create: 'POST /v1/payment-links body merchant key',
  list: 'GET /v1/payment-links query as-merchant list',
  get: 'GET /v1/payment-links/{payment_link_id} as-merchant',
  update: 'PATCH /v1/payment-links/{payment_link_id} body as-merchant',
} as const
