// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { Environment, EventType } from './fields.ts'

export interface MerchantEvent {
  /** The same as the header webhook-id of every delivery. */
  id: string
  type: EventType
  environment: Environment
  resource_id: string
  /** The place among the events of its resource: higher is later. Numbers may be left out, never used twice. */
  sequence: number
  timestamp: string
  /** The resource as it was then, as it is delivered. */
  data: unknown
}

export interface ReplayEventsReply {
  replayed: number
  from: string
  to: string
}

export interface ReplayEventsRequest {
  /** A day like 2026-11-15, or an instant like 2026-11-15T12:30:00Z. */
  from: string
  /** A day like 2026-11-15, or an instant like 2026-11-15T12:30:00Z. */
  to?: string | undefined
  types?: EventType[] | undefined
  endpoint_id?: string | undefined
}

export interface ListEventsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  types?: string | undefined
  resource_id?: string | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
}

export interface EventsCalls {
  /** List events. The pull way: everything that was or would have been delivered, newest first. An event that is stored just now may appear a moment after a newer one, so walk a minute past what you know already and skip ids you have. */
  list(query?: ListEventsQuery, options?: CallOptions): List<MerchantEvent>

  /** Read an event. */
  get(event_id: string, options?: CallOptions): Promise<MerchantEvent>

  /** Deliver events of a time window again. Makes a new delivery of each event in the window: the same id and the same bytes. Without `types` those are replayed that the endpoint asks for. With `endpoint_id` they go to one that you added, as it wants them, else to that of the configuration. Up to 100,000 events at a time, spread over a few minutes if they are many; one replay of an endpoint at once, and none while 100,000 deliveries are owed to it (409). */
  replay(body: ReplayEventsRequest, options?: CallOptions): Promise<ReplayEventsReply>
}

export const eventsLines = {
  list: 'GET /v1/merchant/events query as-merchant list',
  get: 'GET /v1/merchant/events/{event_id} as-merchant',
  replay: 'POST /v1/merchant/events/replay body as-merchant key',
} as const
