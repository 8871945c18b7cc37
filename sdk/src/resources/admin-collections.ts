// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { AdminRetryReturnRequest, Discrepancy, Evidence, Quarantined } from './admin-records.ts'
import type { CollectionMethod, CollectionStatus, DecisionHindrance, FailureCode, QueueOrder, VerificationStatus } from './fields.ts'
import type { CollectionSentence, CollectionStep, MerchantCollection, PutAside } from './records.ts'
import type { AdminCallbackInTimeline, AdminExchangeInTimeline, AdminLedgerInTimeline, CollectionStateInTimeline, DecisionInTimeline, DiscrepancyInTimeline, EventInTimeline, QuarantineInTimeline, RequestInTimeline, TryInTimeline, WebhookInTimeline, WordInTimeline } from './timelines.ts'

export interface AdminCollection extends MerchantCollection {
  merchant_name: string
  /** Whether nothing is known of it for 24 hours. */
  silent: boolean
  /** Above which live payments of its merchant are held now. Null: none is for its size. */
  hold_threshold: string | null
  evidence: Evidence[]
  /** Grows with every step, and whenever the provider says something else. */
  evidence_version: number
}

export interface AdminCollectionTimeline {
  id: string
  sentence: CollectionSentence
  /** Oldest first. */
  entries: AdminCollectionTimelineEntry[]
  /** There is more of some kind than is shown of it: the newest hundred of each are here. */
  truncated: boolean
  history_put_aside?: PutAside | undefined
}

export type AdminCollectionTimelineEntry = RequestInTimeline | AdminExchangeInTimeline | AdminCallbackInTimeline | AdminLedgerInTimeline | EventInTimeline | WebhookInTimeline | WordInTimeline | DecisionInTimeline | DiscrepancyInTimeline | QuarantineInTimeline | CollectionStateInTimeline | TryInTimeline

export interface AdminDeclineCollectionReply extends ClearedCollection {
  /** The refund that takes the money back to the payer. */
  refund_id: string | null
}

export interface AdminDeclineCollectionRequest extends AdminRetryReturnRequest {
  /** As it was when you looked. If there is more by now, nothing is decided and you are told what. */
  evidence_version?: number | undefined
  /** True unless told otherwise. */
  return_to_payer?: boolean | undefined
}

export interface ClearanceRequest {
  note?: string | undefined
  /** As it was when you looked. If there is more by now, nothing is decided and you are told what. */
  evidence_version?: number | undefined
}

export interface ClearedCollection extends MerchantCollection {
  history: CollectionStep[]
  history_put_aside?: PutAside | undefined
  evidence: Evidence[]
  /** Grows with every step, and whenever the provider says something else. */
  evidence_version: number
}

export interface CollectionDossier extends AdminCollection {
  merchant: CollectionMerchant
  history: CollectionStep[]
  history_put_aside?: PutAside | undefined
  tries: CollectionTry[]
  quarantine: Quarantined | null
  /** Newest first, a hundred at most. */
  discrepancies: Discrepancy[]
  may_decide: MayClear
}

export interface CollectionExchange {
  id: string
  provider: string
  /** Under which the order was sent. Each try has its own. */
  reference: string
  call: CollectionExchangeCall
  /** What the whole call came to, like `pending`, `failed` or `unknown`. */
  kind: string
  /** What was sent, with secrets masked. */
  request: unknown
  /** What came back, or why nothing did. */
  response: unknown
  at: string
}

/** What was asked of the provider. One call may take several exchanges. */
export type CollectionExchangeCall = 'collect' | 'look_up' | 'cancel'

export interface CollectionMerchant {
  merchant_id: string
  name: string
  verification_status: VerificationStatus
  is_active: boolean
  hold_threshold: string | null
  created_at: string
}

export interface CollectionTry {
  number: number
  method: CollectionMethod
  provider: string
  provider_reference: string
  customer_phone: string | null
  state: CollectionTryState
  failure_code: FailureCode | null
  created_at: string
  ended_at: string | null
}

/** Of tries of a hosted page. Any other is `open` here, and ends as its collection does. */
export type CollectionTryState = 'open' | 'failed' | 'cancelled' | 'paid'

export interface MayClear {
  clear: boolean
  decline: boolean
  /** Why the caller may not, or may not approve: something that ties them to it, or what it lacks. Null where nothing does. */
  why: DecisionHindrance | null
}

export interface AdminListCollectionsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  order?: QueueOrder | undefined
  status?: CollectionStatus | undefined
  method?: CollectionMethod | undefined
  reference?: string | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
  merchant_id?: string | undefined
  /** Only those of which nothing is known for 24 hours. */
  silent?: true | undefined
}

export interface AdminListCollectionExchangesQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
}

export interface AdminCollectionsCalls {
  /** Everything that happened to a collection, with what went over the wire. */
  timeline(collection_id: string, options?: CallOptions): Promise<AdminCollectionTimeline>

  /** List the collections of all merchants. */
  list(query?: AdminListCollectionsQuery, options?: CallOptions): List<AdminCollection>

  /** One collection with its whole story. */
  get(collection_id: string, options?: CallOptions): Promise<CollectionDossier>

  /** Release a held collection to its merchant. */
  clear(collection_id: string, body?: ClearanceRequest, options?: CallOptions): Promise<ClearedCollection>

  /** Refuse a held collection. The money goes back to whoever paid, by a refund that needs its own approval; with `return_to_payer` false it stays with the provider. Where nobody knows who paid, it stays there too unless a destination is given. */
  decline(collection_id: string, body?: AdminDeclineCollectionRequest, options?: CallOptions): Promise<AdminDeclineCollectionReply>

  /** What went over the wire to providers for a collection, secrets masked, kept for 400 days. */
  listExchanges(collection_id: string, query?: AdminListCollectionExchangesQuery, options?: CallOptions): List<CollectionExchange>
}

export const adminCollectionsLines = {
  timeline: 'GET /v1/admin/collections/{collection_id}/timeline',
  list: 'GET /v1/admin/collections query list',
  get: 'GET /v1/admin/collections/{collection_id}',
  clear: 'POST /v1/admin/collections/{collection_id}/clear body key',
  decline: 'POST /v1/admin/collections/{collection_id}/decline body key',
  listExchanges: 'GET /v1/admin/collections/{collection_id}/exchanges query list',
} as const
