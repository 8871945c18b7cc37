import {
  addedEndpoint,
  anotherEndpoint,
  closedEndpoint,
  freshEndpoint,
  keptRequest,
  openEndpoint,
  owedEvent,
  roomForEndpoint,
} from './events.ts'
import { named } from './samples-of-payouts.ts'
import type { Parts, Sample, Stage } from './stage.ts'

/** There is somewhere to send to, so that only permission is in question. */
function withEndpoint(rest: Parts = {}): Sample {
  return named(async (stage) => {
    await openEndpoint(stage)
    return rest
  })
}

const ofDelivery = named(async (stage: Stage) => ({
  params: { delivery_id: (await owedEvent(stage)).deliveryId },
}))

function ofEndpoint(rest: Parts = {}): Sample {
  return named(async (stage) => ({ params: { endpoint_id: await addedEndpoint(stage) }, ...rest }))
}

export const samplesOfEvents: Record<string, Sample> = {
  readWebhookConfig: named(),
  changeWebhookConfig: withEndpoint({ body: { webhook_url: closedEndpoint, events: ['*'] } }),
  testWebhook: withEndpoint({ body: {} }),
  checkWebhook: withEndpoint({ body: {} }),

  createWebhookEndpoint: named(async (stage) => {
    await roomForEndpoint(stage)
    return { body: anotherEndpoint() }
  }),
  listWebhookEndpoints: named(),
  readWebhookEndpoint: ofEndpoint(),
  changeWebhookEndpoint: ofEndpoint({ body: { methods: ['USSD_PUSH'] } }),
  removeWebhookEndpoint: named(async (stage) => ({ params: { endpoint_id: await freshEndpoint(stage) } })),
  testWebhookEndpoint: ofEndpoint({ body: {} }),
  rotateWebhookEndpointSecret: ofEndpoint(),

  listEvents: named(),
  streamEvents: named(),
  readEvent: named(async (stage) => ({ params: { event_id: (await owedEvent(stage)).eventId } })),
  replayEvents: named(async (stage) => {
    // There is something to replay, so that a refused request could have left a trace.
    await owedEvent(stage)
    return { body: { from: '2026-01-01T00:00:00Z' } }
  }),

  listWebhookDeliveries: named(),
  readWebhookDelivery: ofDelivery,
  retryWebhookDelivery: ofDelivery,

  listRequests: named(),
  readRequest: named(async (stage) => ({ params: { request_id: await keptRequest(stage) } })),
}
