// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { Environment, SuccessEventName, WebhookEndpointStatus } from './fields.ts'
import type { WebhookAttempt, WebhookTestRequest, WebhookTestResult } from './records.ts'

export interface ChangeWebhookConfigRequest {
  webhook_url?: string | null | undefined
  sandbox_webhook_url?: string | null | undefined
  events?: EventTypeOrAll[] | null | undefined
  success_event_name?: SuccessEventName | null | undefined
  rotate_secret?: boolean | undefined
}

export interface CheckWebhookReply {
  /** Whether all of them were handled. */
  ready: boolean
  /** As it was sent. */
  url: string
  items: WebhookCheck[]
}

export interface CheckWebhookRequest {
  reference?: string | undefined
}

export type EventTypeOrAll = 'collection.success' | 'collection.successful' | 'collection.failed' | 'collection.reversed' | 'collection.pending_clearance' | 'disbursement.approved' | 'disbursement.info_requested' | 'disbursement.success' | 'disbursement.failed' | 'disbursement.reversed' | 'disbursement_batch.approved' | 'disbursement_batch.rejected' | 'disbursement_batch.paused' | 'disbursement_batch.done' | 'refund.success' | 'refund.failed' | 'refund.rejected' | 'refund.reversed' | 'statement.ready' | 'invoice.paid' | 'invoice.partially_paid' | 'invoice.overpaid' | 'invoice.reopened' | 'invoice.voided' | 'credit_note.issued' | 'fiscal_receipt.issued' | 'fiscal_receipt.failed' | 'control_number.paid' | 'control_number.reopened' | 'control_number.expired' | 'control_number.cancelled' | '*'

export interface WebhookCheck {
  check: WebhookCheckKind
  handled: boolean
  /** What was sent. */
  sent: string
  /** What a careful endpoint does. */
  expected: string
  /** What came back. */
  seen: string
  /** What to mend, or what to look at, because it cannot be seen from here. */
  advice: string
  attempts: WebhookAttempt[]
}

export type WebhookCheckKind = 'bad_signature' | 'duplicate' | 'out_of_order' | 'processing_before_successful' | 'slow'

export interface WebhookConfig {
  /** As it was sent. */
  webhook_url: string | null
  /** The same as webhook_url unless it was set. */
  sandbox_webhook_url: string | null
  /** The event types that are delivered; ["*"] for all. */
  events: string[]
  success_event_name: SuccessEventName | null
  /** Whole when it is shown first and when it was just rotated, masked after that. */
  webhook_secret: string
  secret_rotated_at: string | null
  old_secret_signs_until: string | null
  endpoints: WebhookEndpoint[]
}

export interface WebhookEndpoint {
  environment: Environment
  /** As it was sent. */
  url: string
  status: WebhookEndpointStatus
  failing_since: string | null
  switched_off_at: string | null
  /** gone: it answered 410; failing: nothing got through for five days. */
  switched_off_because: string | null
}

export interface WebhooksCalls {
  /** Read where events are delivered. */
  getConfig(options?: CallOptions): Promise<WebhookConfig>

  /** Change where and what events are delivered. Fields that are absent stay as they are. Naming an address switches its endpoint on again if it was off; null takes it away. `rotate_secret` makes a new secret; the old one signs beside it for 24 hours. */
  updateConfig(body?: ChangeWebhookConfigRequest, options?: CallOptions): Promise<WebhookConfig>

  /** Send a signed test event and see what comes back. Sent once to the address of the environment, right now, and not kept among the events. Without `type` it is a `webhook.test`; else a made-up event of that type. */
  test(body?: WebhookTestRequest, options?: CallOptions): Promise<WebhookTestResult>

  /** Check the sandbox endpoint before going live. Sends the sandbox endpoint what every endpoint meets one day: a forged signature, the same event twice, two events in the wrong order, `processing` before `successful`, and a request that arrives slowly. Takes up to half a minute. Name a `reference` that your side knows, if it looks orders up. */
  check(body?: CheckWebhookRequest, options?: CallOptions): Promise<CheckWebhookReply>
}

export const webhooksLines = {
  getConfig: 'GET /v1/merchant/webhook-config as-merchant',
  updateConfig: 'PATCH /v1/merchant/webhook-config body as-merchant',
  test: 'POST /v1/merchant/webhook-config/test body as-merchant',
  check: 'POST /v1/merchant/webhook-config/check body as-merchant waits',
} as const
