// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { Environment, RoutedMethod, SuccessEventName, WebhookEndpointStatus } from './fields.ts'
import type { Removed, WebhookTestRequest, WebhookTestResult } from './records.ts'

export interface ChangeWebhookEndpointRequest {
  url?: string | undefined
  /** Event types; `refund.*` for all of a kind, `*` for all. */
  events?: EventFilter[] | null | undefined
  /** Only events of payments and payouts by these; empty for any. */
  methods?: RoutedMethod[] | null | undefined
  /** Only events of what has all of these in its metadata; empty for any. */
  metadata?: Record<string, string> | null | undefined
  is_enabled?: boolean | undefined
  success_event_name?: SuccessEventName | null | undefined
}

export interface CreateWebhookEndpointRequest {
  url: string
  environment?: Environment | undefined
  /** Event types; `refund.*` for all of a kind, `*` for all. */
  events?: EventFilter[] | null | undefined
  /** Only events of payments and payouts by these; empty for any. */
  methods?: RoutedMethod[] | null | undefined
  /** Only events of what has all of these in its metadata; empty for any. */
  metadata?: Record<string, string> | null | undefined
  is_enabled?: boolean | undefined
  success_event_name?: SuccessEventName | null | undefined
}

export type EventFilter = '*' | 'collection.*' | 'disbursement.*' | 'disbursement_batch.*' | 'refund.*' | 'statement.*' | 'invoice.*' | 'credit_note.*' | 'fiscal_receipt.*' | 'control_number.*' | 'collection.success' | 'collection.successful' | 'collection.failed' | 'collection.reversed' | 'collection.pending_clearance' | 'disbursement.approved' | 'disbursement.info_requested' | 'disbursement.success' | 'disbursement.failed' | 'disbursement.reversed' | 'disbursement_batch.approved' | 'disbursement_batch.rejected' | 'disbursement_batch.paused' | 'disbursement_batch.done' | 'refund.success' | 'refund.failed' | 'refund.rejected' | 'refund.reversed' | 'statement.ready' | 'invoice.paid' | 'invoice.partially_paid' | 'invoice.overpaid' | 'invoice.reopened' | 'invoice.voided' | 'credit_note.issued' | 'fiscal_receipt.issued' | 'fiscal_receipt.failed' | 'control_number.paid' | 'control_number.reopened' | 'control_number.expired' | 'control_number.cancelled'

export interface OwnWebhookEndpoint {
  id: string
  environment: Environment
  /** As it was sent. */
  url: string
  /** The one of the webhook configuration, which is signed for with the secret of the account. */
  is_default: boolean
  is_enabled: boolean
  /** What it is told; ["*"] for all. */
  events: string[]
  /** Empty for any. */
  methods: RoutedMethod[]
  /** Pairs that must all be there; empty for any. */
  metadata: Record<string, string>
  success_event_name: SuccessEventName | null
  /** Whole when the endpoint was just made and when the secret was just rotated, masked after that. */
  webhook_secret: string
  secret_rotated_at: string | null
  old_secret_signs_until: string | null
  status: WebhookEndpointStatus
  failing_since: string | null
  switched_off_at: string | null
  /** gone: it answered 410; failing: nothing got through for five days; disabled: by one of you. */
  switched_off_because: string | null
  created_at: string
}

export interface ListWebhookEndpointsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  environment?: Environment | undefined
}

export interface WebhookEndpointsCalls {
  /** Add an endpoint. Beside the one of the webhook configuration, up to 10 in each environment, each with a secret of its own. Every event is delivered to each endpoint that asks for it: by type, by method, and by pairs that its metadata must have. Without `environment` it is added to that of the request. */
  create(body: CreateWebhookEndpointRequest, options?: CallOptions): Promise<OwnWebhookEndpoint>

  /** List endpoints. Of both environments, those of the webhook configuration among them. */
  list(query?: ListWebhookEndpointsQuery, options?: CallOptions): List<OwnWebhookEndpoint>

  /** Read an endpoint. */
  get(endpoint_id: string, options?: CallOptions): Promise<OwnWebhookEndpoint>

  /** Change an endpoint. Fields that are absent stay as they are; `metadata` replaces all pairs. `is_enabled` switches it off, and on again also after it was gone or failing; another `url` does the latter too. What it was still owed when it was switched off is given up, and can be replayed. For a default endpoint this changes the webhook configuration, whose `events` and `success_event_name` hold for both environments; it has no `methods` and no `metadata`. */
  update(endpoint_id: string, body?: ChangeWebhookEndpointRequest, options?: CallOptions): Promise<OwnWebhookEndpoint>

  /** Delete an endpoint. What it was still owed is given up. A default endpoint is taken away in the webhook configuration instead (409). */
  remove(endpoint_id: string, options?: CallOptions): Promise<Removed>

  /** Send an endpoint a signed test event and see what comes back. Sent once, right now, whatever the endpoint asks for, and not kept among the events. Without `type` it is a `webhook.test`; else a made-up event of that type. */
  test(endpoint_id: string, body?: WebhookTestRequest, options?: CallOptions): Promise<WebhookTestResult>

  /** Replace an endpoint's secret. The old one signs beside it for 24 hours. For a default endpoint it is the secret of the account, which both default endpoints share. */
  rotateSecret(endpoint_id: string, options?: CallOptions): Promise<OwnWebhookEndpoint>
}

export const webhookEndpointsLines = {
  create: 'POST /v1/merchant/webhook-endpoints body as-merchant key',
  list: 'GET /v1/merchant/webhook-endpoints query as-merchant list',
  get: 'GET /v1/merchant/webhook-endpoints/{endpoint_id} as-merchant',
  update: 'PATCH /v1/merchant/webhook-endpoints/{endpoint_id} body as-merchant',
  remove: 'DELETE /v1/merchant/webhook-endpoints/{endpoint_id} as-merchant',
  test: 'POST /v1/merchant/webhook-endpoints/{endpoint_id}/test body as-merchant',
  rotateSecret: 'POST /v1/merchant/webhook-endpoints/{endpoint_id}/rotate-secret as-merchant key',
} as const
