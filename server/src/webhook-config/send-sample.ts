import { type Attempt, operations, type ReplyOf } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Attempted, type Send, signedHeaders } from '../courier/courier.ts'
import { type Route, route } from '../http/http.ts'
import type { Clock } from '../primitives/clock.ts'
import type { World } from '../world/world.ts'
import { type FoundEndpoint, findEndpoint } from './find-endpoint.ts'
import { type SampleEvent, type SampleType, sampleEvent } from './sample-events.ts'

export type SampleLetter = {
  event: SampleEvent
  url: string
  secrets: readonly string[]
  pauseMs?: number
}

export type SentSample = {
  headers: Record<string, string>
  attempted: Attempted
  shown: Static<typeof Attempt>
}

/** Sends a made-up event once, signed for this moment. It is kept nowhere. */
export async function sendSample(clock: Clock, send: Send, letter: SampleLetter): Promise<SentSample> {
  const { event, url, secrets, pauseMs } = letter
  const at = clock.now()
  const headers = signedHeaders({ ...event, at, secrets })
  const attempted = await send({ url, headers, body: event.body, ...(pauseMs !== undefined && { pauseMs }) })
  const shown = {
    at: at.toISOString(),
    url,
    result: attempted.result,
    status: attempted.status,
    error: attempted.error,
    response_body: attempted.responseBody,
    duration_ms: Math.round(attempted.durationMs),
  }
  return { headers, attempted, shown }
}

/** A test event, sent while the caller waits, and all that a developer needs to see why it did not arrive. */
export async function sendTest(
  world: World,
  send: Send,
  { merchantId, environment, url, secrets }: FoundEndpoint,
  type: SampleType = 'webhook.test',
): Promise<ReplyOf<typeof operations.testWebhook>> {
  const { clock, newId } = world
  const event = sampleEvent(type, { merchantId, environment, at: clock.now(), newId })
  const { headers, attempted, shown } = await sendSample(clock, send, { event, url, secrets })
  return {
    delivered: attempted.result === 'delivered',
    webhook_id: event.id,
    webhook_timestamp: headers['webhook-timestamp'] ?? '',
    webhook_signature: headers['webhook-signature'] ?? '',
    body: event.body,
    attempt: shown,
  }
}

export function testRoute(world: World, send: Send): Route {
  return route(operations.testWebhook, async ({ body, caller }) =>
    sendTest(world, send, await findEndpoint(world, caller), body.type),
  )
}
