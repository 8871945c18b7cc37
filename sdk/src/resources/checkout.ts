// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { CollectionStatus, OrderedMethod, PaymentLinkStatus } from './fields.ts'

export interface CollectByPublicPaymentLinkRequest {
  method: OrderedMethod
  phone?: string | undefined
  /** Only where the link leaves it to the customer. */
  amount?: string | undefined
}

export interface LinkedPayment {
  collection_id: string
  status: CollectionStatus
  message: string
  /** Show it as a QR code exactly as it is. */
  qr_payload?: string | undefined
  qr_expires_at?: string | null | undefined
  /** Where to read how it goes on. */
  status_url?: string | undefined
}

export interface PublicCollection {
  status: CollectionStatus
  message: string
}

export interface PublicPaymentLink {
  /** Null where the customer chooses. */
  amount: string | null
  min_amount: string | null
  max_amount: string | null
  currency: string
  description: string | null
  status: PaymentLinkStatus
  methods: OrderedMethod[]
  /** Whether it is `PAID` once it was paid. */
  single_use: boolean
  expires_at: string | null
  /** As payers know it: its `display_name`, else its name. */
  merchant_name: string
  /** Whether no real money moves. */
  is_test: boolean
}

export interface CheckoutCalls {
  /** Read what a payment link asks for. */
  getPaymentLink(token: string, options?: CallOptions): Promise<PublicPaymentLink>

  /** Pay by a payment link. In the sandbox it is resolved in the same answer. Live it waits for up to 25 seconds; after that it answers 202 with a `status_url` to read on. A code is answered at once, with 202. Sent again without an `Idempotency-Key` within a minute, or while the first is `processing`, the same method and phone are the same payment; another amount is refused meanwhile. A repeated request is answered with the payment as it stands now. */
  collect(token: string, body: CollectByPublicPaymentLinkRequest, options?: CallOptions): Promise<LinkedPayment>

  /** Read how a payment goes on. */
  getCollection(token: string, options?: CallOptions): Promise<PublicCollection>
}

export const checkoutLines = {
  getPaymentLink: 'GET /v1/public/payment-links/{token}',
  collect: 'POST /v1/public/payment-links/{token}/collect body key waits',
  getCollection: 'GET /v1/public/collections/{token}',
} as const
