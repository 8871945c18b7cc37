import Type from 'typebox'
import { everyRole, type Role } from './access.ts'
import { EventTypeName, eventTypes, successEventNames } from './event-fields.ts'
import { Body, EnvironmentName, GivenUrl, Nullable, Timestamp } from './fields.ts'
import { operation } from './operation.ts'
import { Attempt } from './webhook-deliveries.ts'

const keepers: readonly Role[] = ['owner', 'admin', 'developer']
const kept = { who: 'merchant', merchant: 'caller', roles: keepers, keys: 'none' } as const

export const WebhookUrl = Type.String({
  minLength: 1,
  maxLength: 2000,
  format: 'url',
  'x-problem': 'must be an http or https address of at most 2000 characters',
  examples: ['https://shop.example/malipo-events'],
})

export const SuccessEventName = Type.Enum([...successEventNames])

export const EndpointStatus = Type.Enum(['on', 'failing', 'off'])

const Endpoint = Type.Object({
  environment: EnvironmentName,
  url: GivenUrl,
  status: EndpointStatus,
  failing_since: Nullable(Timestamp),
  switched_off_at: Nullable(Timestamp),
  switched_off_because: Nullable(
    Type.String({ description: 'gone: it answered 410; failing: nothing got through for five days.' }),
  ),
})

export const WebhookConfig = Type.Object({
  webhook_url: Nullable(GivenUrl),
  sandbox_webhook_url: Nullable(
    Type.String({ ...GivenUrl, description: 'The same as webhook_url unless it was set.' }),
  ),
  events: Type.Array(Type.String(), { description: 'The event types that are delivered; ["*"] for all.' }),
  success_event_name: Nullable(SuccessEventName),
  webhook_secret: Type.String({
    description: 'Whole when it is shown first and when it was just rotated, masked after that.',
  }),
  secret_rotated_at: Nullable(Timestamp),
  old_secret_signs_until: Nullable(Timestamp),
  endpoints: Type.Array(Endpoint),
})

export const TestBody = Body({ type: Type.Optional(EventTypeName) })

export const TestResult = Type.Object({
  delivered: Type.Boolean(),
  webhook_id: Type.String(),
  webhook_timestamp: Type.String(),
  webhook_signature: Type.String(),
  body: Type.String({ description: 'The exact text that was signed and sent.' }),
  attempt: Attempt,
})

const CheckRow = Type.Object({
  check: Type.Enum(['bad_signature', 'duplicate', 'out_of_order', 'processing_before_successful', 'slow']),
  handled: Type.Boolean(),
  sent: Type.String({ description: 'What was sent.' }),
  expected: Type.String({ description: 'What a careful endpoint does.' }),
  seen: Type.String({ description: 'What came back.' }),
  advice: Type.String({
    description: 'What to mend, or what to look at, because it cannot be seen from here.',
  }),
  attempts: Type.Array(Attempt),
})

export const webhookConfigOperations = {
  readWebhookConfig: operation({
    id: 'readWebhookConfig',
    method: 'GET',
    path: '/v1/merchant/webhook-config',
    tag: 'Webhooks',
    summary: 'Read where events are delivered',
    access: { ...kept, roles: everyRole },
    idempotency: 'none',
    status: 200,
    reply: WebhookConfig,
  }),
  changeWebhookConfig: operation({
    id: 'changeWebhookConfig',
    method: 'PATCH',
    path: '/v1/merchant/webhook-config',
    tag: 'Webhooks',
    summary: 'Change where and what events are delivered',
    description:
      'Fields that are absent stay as they are. Naming an address switches its endpoint on again if it was off; null takes ' +
      'it away. `rotate_secret` makes a new secret; the old one signs beside it for 24 hours.',
    access: kept,
    idempotency: 'none',
    body: Body({
      webhook_url: Type.Optional(Nullable(WebhookUrl)),
      sandbox_webhook_url: Type.Optional(Nullable(WebhookUrl)),
      events: Type.Optional(
        Nullable(
          Type.Array(Type.Enum([...eventTypes, '*']), {
            minItems: 1,
            maxItems: 50,
            'x-problem': 'must be a list of event types, or ["*"] for all',
          }),
        ),
      ),
      success_event_name: Type.Optional(Nullable(SuccessEventName)),
      rotate_secret: Type.Optional(Type.Boolean()),
    }),
    status: 200,
    reply: WebhookConfig,
  }),
  testWebhook: operation({
    id: 'testWebhook',
    method: 'POST',
    path: '/v1/merchant/webhook-config/test',
    tag: 'Webhooks',
    summary: 'Send a signed test event and see what comes back',
    description:
      'Sent once to the address of the environment, right now, and not kept among the events. Without `type` it is a ' +
      '`webhook.test`; else a made-up event of that type.',
    access: kept,
    idempotency: 'none',
    body: TestBody,
    status: 200,
    reply: TestResult,
    refusals: ['invalid_state'],
  }),
  checkWebhook: operation({
    id: 'checkWebhook',
    method: 'POST',
    path: '/v1/merchant/webhook-config/check',
    tag: 'Webhooks',
    summary: 'Check the sandbox endpoint before going live',
    description:
      'Sends the sandbox endpoint what every endpoint meets one day: a forged signature, the same event twice, two events in ' +
      'the wrong order, `processing` before `successful`, and a request that arrives slowly. Takes up to half a minute. ' +
      'Name a `reference` that your side knows, if it looks orders up.',
    access: kept,
    idempotency: 'none',
    body: Body({
      reference: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, 'x-problem': 'must be 1 to 100 characters' }),
      ),
    }),
    status: 200,
    reply: Type.Object({
      ready: Type.Boolean({ description: 'Whether all of them were handled.' }),
      url: GivenUrl,
      items: Type.Array(CheckRow),
    }),
    refusals: ['invalid_state'],
  }),
}
