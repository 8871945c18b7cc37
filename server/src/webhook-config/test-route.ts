import { operations } from '@malipo/contract'
import type { Send } from '../courier/courier.ts'
import { type Route, route } from '../http/http.ts'
import type { World } from '../world/world.ts'
import { findEndpoint } from './find-endpoint.ts'
import { type SampleType, sampleEvent } from './sample-events.ts'
import { sendSample } from './send-sample.ts'

/** A test event, sent while the caller waits, and all that a developer needs to see why it did not arrive. */
export function testRoute(world: World, send: Send): Route {
  return route(operations.testWebhook, async ({ body, caller }) => {
    const type = (body.type ?? 'webhook.test') as SampleType
    const { merchantId, environment } = caller
    const { url, secrets } = await findEndpoint(world, merchantId, environment)
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
  })
}
