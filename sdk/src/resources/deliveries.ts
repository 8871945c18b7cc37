// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { Environment, EventType, WebhookDeliveryCause, WebhookDeliveryStatus } from './fields.ts'
import type { WebhookAttempt } from './records.ts'

export interface WebhookDelivery {
  id: string
  event_id: string
  event_type: EventType
  endpoint_id: string
  environment: Environment
  cause: WebhookDeliveryCause
  status: WebhookDeliveryStatus
  attempts: number
  last_status: number | null
  last_error: string | null
  last_attempt_at: string | null
  next_attempt_at: string | null
  delivered_at: string | null
  created_at: string
  /** The latest twelve attempts, newest first. */
  attempt_log: WebhookAttempt[]
}

export interface ListWebhookDeliveriesQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: WebhookDeliveryStatus | undefined
  event_id?: string | undefined
  endpoint_id?: string | undefined
  types?: string | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
}

export interface DeliveriesCalls {
  /** List deliveries with their attempts. */
  list(query?: ListWebhookDeliveriesQuery, options?: CallOptions): List<WebhookDelivery>

  /** Read a delivery with its attempts. */
  get(delivery_id: string, options?: CallOptions): Promise<WebhookDelivery>

  /** Try a delivery again now. Whatever became of it before. If it fails, the whole schedule of retries begins anew. */
  retry(delivery_id: string, options?: CallOptions): Promise<WebhookDelivery>
}

export const deliveriesLines = {
  list: 'GET /v1/merchant/webhook-deliveries query as-merchant list',
  get: 'GET /v1/merchant/webhook-deliveries/{delivery_id} as-merchant',
  retry: 'POST /v1/merchant/webhook-deliveries/{delivery_id}/retry as-merchant key',
} as const
