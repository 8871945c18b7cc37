// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { CollectionMethod, CollectionStatus, FailureCode, MobileNetwork, NameMatch } from './fields.ts'
import type { ChangeMetadataRequest, Collection, CollectionSentence, CollectionStep, MerchantCollection, PutAside } from './records.ts'
import type { CallbackInTimeline, CheckInTimeline, CollectionStateInTimeline, EventInTimeline, ExchangeInTimeline, LedgerInTimeline, RequestInTimeline, TryInTimeline, WebhookInTimeline } from './timelines.ts'

export interface CollectionState {
  collection_id: string
  reference: string | null
  status: CollectionStatus
  amount: number
  currency: string
  method: DirectCollectionMethod | null
  provider_payment_status: string | null
  /** What to tell the customer now. It follows the status. */
  message: string
  failure_code: FailureCode | null
  failure_message: string | null
  /** The receipt of the payment, for your customer: whoever has the address sees it. Null until it is paid. It says so when the payment was returned. */
  receipt_url: string | null
  fiscal_status: FiscalStatus
  /** By which the authority finds the receipt. Null until it is `ISSUED`. */
  verification_code: string | null
  /** Where everybody can check the receipt, to be shown as a QR code. */
  verification_url: string | null
  /** What is yours to do at the authority, where money went back after the receipt. */
  fiscal_note: string | null
  /** Whose number paid, as the provider told it; null where it did not. */
  payer_name: string | null
  /** How alike it is to `customer_name`; null where one of them is not known. */
  payer_name_match: NameMatch | null
  /** Your own words beside it. */
  metadata: Record<string, string>
  /** What has gone back to the payer. */
  refunded_amount: number
  /** What is left to be refunded. */
  refundable_amount: number
  /** Why nothing of it can be refunded now: it is not `successful`, nothing is left, it is too old, or what is left is less than the smallest payout. Null where something can. */
  refund_hindrance: RefundHindrance | null
  /** Only where it is true: somebody of the operator looks at it first. */
  held_for_review?: boolean | undefined
  created_at: string
  updated_at: string
}

export interface CollectionTimeline {
  id: string
  sentence: CollectionSentence
  /** Oldest first. */
  entries: CollectionTimelineEntry[]
  /** There is more of some kind than is shown of it: the newest hundred of each are here. */
  truncated: boolean
  history_put_aside?: PutAside | undefined
}

export type CollectionTimelineEntry = RequestInTimeline | ExchangeInTimeline | CallbackInTimeline | LedgerInTimeline | EventInTimeline | WebhookInTimeline | CheckInTimeline | CollectionStateInTimeline | TryInTimeline

export type DirectCollectionMethod = 'wallet_push' | 'provider_pesa' | 'qr' | 'bill_pay'

export interface DirectPush {
  collection_id: string
  reference: string | null
  status: CollectionStatus
  message: string
}

export interface DirectQr {
  collection_id: string
  reference: string | null
  status: CollectionStatus
  payment_token: string
  /** Show it as a QR code exactly as it is. */
  qr_payload: string
  expires_at: string | null
}

/** `OFF`: no receipt is owed. `QUEUED`: it will be issued. `ISSUED`: the authority has it. `FAILED`: the authority refused it, and somebody has to look. */
export type FiscalStatus = 'OFF' | 'QUEUED' | 'ISSUED' | 'FAILED'

export interface HostedPage {
  collection_id: string
  reference: string | null
  status: CollectionStatus
  payment_url: string
}

export interface MerchantCollectionWithHistory extends MerchantCollection {
  fiscal_status: FiscalStatus
  /** By which the authority finds the receipt. Null until it is `ISSUED`. */
  verification_code: string | null
  /** Where everybody can check the receipt, to be shown as a QR code. */
  verification_url: string | null
  /** What is yours to do at the authority, where money went back after the receipt. */
  fiscal_note: string | null
  /** Why nothing of it can be refunded now: it is not `successful`, nothing is left, it is too old, or what is left is less than the smallest payout. Null where something can. */
  refund_hindrance: RefundHindrance | null
  history: CollectionStep[]
  history_put_aside?: PutAside | undefined
}

/** Why nothing of it can be refunded now: it is not `successful`, nothing is left, it is too old, or what is left is less than the smallest payout. Null where something can. */
export type RefundHindrance = 'not_successful' | 'nothing_left' | 'window_over' | 'too_small'

/** Sandbox only: how the collection ends. */
export type SimulatedStatus = 'successful' | 'failed' | 'pending_clearance' | 'reversed'

export interface HostedPageRequest {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  /** As a number, or as digits like `1000.50`: both are sent exactly. */
  amount: number | string
  currency?: string | undefined
  customer_name?: string | undefined
  reference?: string | undefined
  description?: string | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
  customer_phone?: string | undefined
  customer_email?: string | undefined
  redirect_url?: string | undefined
  cancel_url?: string | undefined
  webhook_url?: string | undefined
}

export interface DirectPushRequest {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  /** As a number, or as digits like `1000.50`: both are sent exactly. */
  amount: number | string
  currency?: string | undefined
  customer_name?: string | undefined
  reference?: string | undefined
  description?: string | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
  phone: string
  simulate_status?: SimulatedStatus | undefined
}

export interface DirectQrRequest {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  /** As a number, or as digits like `1000.50`: both are sent exactly. */
  amount: number | string
  currency?: string | undefined
  customer_name?: string | undefined
  reference?: string | undefined
  description?: string | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
  customer_phone?: string | undefined
  simulate_status?: SimulatedStatus | undefined
}

export interface PushCollectionRequest {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  amount: string
  currency?: string | undefined
  customer_id?: string | undefined
  customer_name?: string | undefined
  customer_email?: string | undefined
  merchant_reference?: string | undefined
  payment_link_id?: string | undefined
  invoice_id?: string | undefined
  description?: string | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
  callback_url?: string | undefined
  customer_phone: string
}

export interface DynamicQrCollectionRequest {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  amount: string
  currency?: string | undefined
  customer_id?: string | undefined
  customer_name?: string | undefined
  customer_email?: string | undefined
  merchant_reference?: string | undefined
  payment_link_id?: string | undefined
  invoice_id?: string | undefined
  description?: string | undefined
  /** Your own words beside it: up to 20 keys, texts of up to 500 characters, 8 KiB in all. Neither the provider nor the payer sees them. */
  metadata?: Record<string, string> | undefined
  callback_url?: string | undefined
}

export interface ListMerchantCollectionsQuery {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: CollectionStatus | undefined
  method?: CollectionMethod | undefined
  reference?: string | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
  /** The number that was asked or told, in any spelling. */
  phone?: string | undefined
  /** Pushes to numbers of this network, as far as the number tells. Together with `method`, among the newest 100,000 that fit the other filters. */
  network?: MobileNetwork | undefined
  /** What was paid by this link. */
  payment_link_id?: string | undefined
  /** What was paid for this invoice. */
  invoice_id?: string | undefined
  /** What was paid for this control number. */
  control_number_id?: string | undefined
  /** What has exactly this: `metadata[order_id]=A-17`. Up to three, and all must hold; several are looked for among the newest 100,000 that have the rarest of them. */
  metadata?: Record<string, string> | undefined
}

export interface CollectionsCalls {
  /** Collect on a hosted page. Send the customer to `payment_url`. It is a live payment whichever key asks for it. */
  hostedPage(body: HostedPageRequest, options?: CallOptions): Promise<HostedPage>

  /** Prompt a mobile money wallet. */
  walletPush(body: DirectPushRequest, options?: CallOptions): Promise<DirectPush>

  /** Prompt a wallet of the provider. */
  providerPesa(body: DirectPushRequest, options?: CallOptions): Promise<DirectPush>

  /** Show a QR code that does not expire. */
  qr(body: DirectQrRequest, options?: CallOptions): Promise<DirectQr>

  /** Read the status of a collection. Cashiers read their own of today; any other is not there for them. */
  get(collection_id: string, options?: CallOptions): Promise<CollectionState>

  /** Ask the provider for the status now. Safe to repeat: it never credits or reverses twice. Cashiers refresh their own of today; any other is not there for them. */
  refresh(collection_id: string, options?: CallOptions): Promise<CollectionState>

  /** Change the metadata of a collection. At any time, whatever became of the payment. Nothing else of a collection can be changed. */
  update(collection_id: string, body?: ChangeMetadataRequest, options?: CallOptions): Promise<CollectionState>

  /** Prompt a phone by USSD. */
  ussdPush(body: PushCollectionRequest, options?: CallOptions): Promise<Collection>

  /** Prompt a phone by its SIM toolkit. */
  stkPush(body: PushCollectionRequest, options?: CallOptions): Promise<Collection>

  /** Prompt the app of the provider. */
  providerPesaPush(body: PushCollectionRequest, options?: CallOptions): Promise<Collection>

  /** Show a QR code for a while. */
  dynamicQr(body: DynamicQrCollectionRequest, options?: CallOptions): Promise<Collection>

  /** List collections. Newest first. With `Accept: text/csv` the same rows as CSV; the next cursor is then in `X-Next-Cursor`. */
  list(query?: ListMerchantCollectionsQuery, options?: CallOptions): List<MerchantCollection>

  /** List collections as CSV, one page of it. */
  csv(query?: ListMerchantCollectionsQuery, options?: CallOptions): Promise<string>

  /** Read a collection with its history. */
  details(collection_id: string, options?: CallOptions): Promise<MerchantCollectionWithHistory>

  /** Read everything that happened to a collection. Whoever may not list requests, transactions or events sees none of them here either. The request that made it is forgotten after seven days, callbacks after thirty, exchanges after 400. */
  timeline(collection_id: string, options?: CallOptions): Promise<CollectionTimeline>
}

export const collectionsLines = {
  hostedPage: 'POST /v1/collections body merchant key number',
  walletPush: 'POST /v1/collections/wallet-push body merchant key number',
  providerPesa: 'POST /v1/collections/provider-pesa body merchant key number',
  qr: 'POST /v1/collections/qr body merchant key number',
  get: 'GET /v1/collections/{collection_id} as-merchant',
  refresh: 'POST /v1/collections/{collection_id}/refresh-status as-merchant repeatable',
  update: 'PATCH /v1/collections/{collection_id} body as-merchant',
  ussdPush: 'POST /v1/collections/ussd-push body merchant key',
  stkPush: 'POST /v1/collections/stk-push body merchant key',
  providerPesaPush: 'POST /v1/collections/provider-pesa-push body merchant key',
  dynamicQr: 'POST /v1/collections/dynamic-qr body merchant key',
  list: 'GET /v1/merchants/{merchant_id}/collections query merchant list',
  csv: 'GET /v1/merchants/{merchant_id}/collections query merchant csv',
  details: 'GET /v1/merchants/{merchant_id}/collections/{collection_id} merchant',
  timeline: 'GET /v1/merchant/collections/{collection_id}/timeline as-merchant',
} as const
