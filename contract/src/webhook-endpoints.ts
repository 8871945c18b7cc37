import Type from 'typebox'
import type { Role } from './access.ts'
import { collectionMethods } from './collection-fields.ts'
import { eventTypes } from './event-fields.ts'
import { Body, EnvironmentName, GivenUrl, Id, ListOf, listQuery, Nullable, Timestamp } from './fields.ts'
import { Removed } from './members.ts'
import { mostMetadataBytes, mostMetadataKeys } from './metadata.ts'
import { operation } from './operation.ts'
import { EndpointStatus, SuccessEventName, TestBody, TestResult, WebhookUrl } from './webhook-config.ts'
import { withdrawalMethods } from './withdrawal-fields.ts'

/** Beside the one of the configuration: whoever needs more has one of them pass events on. */
export const mostWebhookEndpoints = 10

/** `refund.*` for every type that begins so, and for those that will. */
const families = [...new Set(eventTypes.map((type) => type.split('.', 1)[0] ?? ''))]
export const eventFilters = ['*', ...families.map((family) => `${family}.*`), ...eventTypes]

export const endpointMethods = [...collectionMethods, ...withdrawalMethods] as const

const keepers: readonly Role[] = ['owner', 'admin', 'developer']
const kept = { who: 'merchant', merchant: 'caller', roles: keepers, keys: 'none' } as const

const key = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,40}$' })
const pair = Type.String({ maxLength: 500, 'x-problem': 'must be text of at most 500 characters' })

export const EventFilter = Type.Enum(eventFilters)
export const EndpointMethod = Type.Enum([...endpointMethods])

const EventFilters = Type.Array(EventFilter, {
  minItems: 1,
  maxItems: 50,
  description: 'Event types; `refund.*` for all of a kind, `*` for all.',
  'x-problem': 'must be a list of event types, kinds of them like refund.*, or ["*"] for all',
})
const Methods = Type.Array(EndpointMethod, {
  maxItems: endpointMethods.length,
  description: 'Only events of payments and payouts by these; empty for any.',
})
const MetadataPairs = Type.Record(key, pair, {
  maxProperties: mostMetadataKeys,
  additionalProperties: false,
  'x-most-bytes': mostMetadataBytes,
  'x-problem': `must be an object of at most ${mostMetadataKeys} keys`,
  'x-other-names': 'must be a key of 1 to 40 letters, digits, underscores, points or hyphens',
  description: 'Only events of what has all of these in its metadata; empty for any.',
  examples: [{ shop: 'Kariakoo' }],
})

export const OwnWebhookEndpoint = Type.Object({
  id: Id,
  environment: EnvironmentName,
  url: GivenUrl,
  is_default: Type.Boolean({
    description: 'The one of the webhook configuration, which is signed for with the secret of the account.',
  }),
  is_enabled: Type.Boolean(),
  events: Type.Array(Type.String(), { description: 'What it is told; ["*"] for all.' }),
  methods: Type.Array(EndpointMethod, { description: 'Empty for any.' }),
  metadata: Type.Record(key, Type.String(), { description: 'Pairs that must all be there; empty for any.' }),
  success_event_name: Nullable(SuccessEventName),
  webhook_secret: Type.String({
    description:
      'Whole when the endpoint was just made and when the secret was just rotated, masked after that.',
  }),
  secret_rotated_at: Nullable(Timestamp),
  old_secret_signs_until: Nullable(Timestamp),
  status: EndpointStatus,
  failing_since: Nullable(Timestamp),
  switched_off_at: Nullable(Timestamp),
  switched_off_because: Nullable(
    Type.String({
      description:
        'gone: it answered 410; failing: nothing got through for five days; disabled: by one of you.',
    }),
  ),
  created_at: Timestamp,
})

const settings = {
  events: Type.Optional(Nullable(EventFilters)),
  methods: Type.Optional(Nullable(Methods)),
  metadata: Type.Optional(Nullable(MetadataPairs)),
  is_enabled: Type.Optional(Type.Boolean()),
  success_event_name: Type.Optional(Nullable(SuccessEventName)),
}

export const webhookEndpointOperations = {
  createWebhookEndpoint: operation({
    id: 'createWebhookEndpoint',
    method: 'POST',
    path: '/v1/merchant/webhook-endpoints',
    tag: 'Webhooks',
    summary: 'Add an endpoint',
    description:
      `Beside the one of the webhook configuration, up to ${mostWebhookEndpoints} in each environment, each with a secret of its own. Every event is ` +
      'delivered to each endpoint that asks for it: by type, by method, and by pairs that its metadata must have. Without `environment` it is added to that of the request.',
    access: kept,
    idempotency: 'accepted',
    body: Body({
      url: WebhookUrl,
      environment: Type.Optional(EnvironmentName),
      ...settings,
    }),
    status: 201,
    reply: OwnWebhookEndpoint,
    refusals: ['invalid_state'],
  }),
  listWebhookEndpoints: operation({
    id: 'listWebhookEndpoints',
    method: 'GET',
    path: '/v1/merchant/webhook-endpoints',
    tag: 'Webhooks',
    summary: 'List endpoints',
    description: 'Of both environments, those of the webhook configuration among them.',
    access: kept,
    idempotency: 'none',
    query: Body({ ...listQuery, environment: Type.Optional(EnvironmentName) }),
    status: 200,
    reply: ListOf(OwnWebhookEndpoint),
  }),
  readWebhookEndpoint: operation({
    id: 'readWebhookEndpoint',
    method: 'GET',
    path: '/v1/merchant/webhook-endpoints/{endpoint_id}',
    tag: 'Webhooks',
    summary: 'Read an endpoint',
    access: kept,
    idempotency: 'none',
    status: 200,
    reply: OwnWebhookEndpoint,
    refusals: ['not_found'],
  }),
  changeWebhookEndpoint: operation({
    id: 'changeWebhookEndpoint',
    method: 'PATCH',
    path: '/v1/merchant/webhook-endpoints/{endpoint_id}',
    tag: 'Webhooks',
    summary: 'Change an endpoint',
    description:
      'Fields that are absent stay as they are; `metadata` replaces all pairs. `is_enabled` switches it off, and on again also after it was ' +
      'gone or failing; another `url` does the latter too. What it was still owed when it was switched off is given up, and can be replayed. For a default ' +
      'endpoint this changes the webhook configuration, whose `events` and `success_event_name` hold for both environments; it has no `methods` and no `metadata`.',
    access: kept,
    idempotency: 'none',
    body: Body({ url: Type.Optional(WebhookUrl), ...settings }),
    status: 200,
    reply: OwnWebhookEndpoint,
    refusals: ['not_found', 'invalid_state'],
  }),
  removeWebhookEndpoint: operation({
    id: 'removeWebhookEndpoint',
    method: 'DELETE',
    path: '/v1/merchant/webhook-endpoints/{endpoint_id}',
    tag: 'Webhooks',
    summary: 'Delete an endpoint',
    description:
      'What it was still owed is given up. A default endpoint is taken away in the webhook configuration instead (409).',
    access: kept,
    idempotency: 'none',
    status: 200,
    reply: Removed,
    refusals: ['not_found', 'invalid_state'],
  }),
  testWebhookEndpoint: operation({
    id: 'testWebhookEndpoint',
    method: 'POST',
    path: '/v1/merchant/webhook-endpoints/{endpoint_id}/test',
    tag: 'Webhooks',
    summary: 'Send an endpoint a signed test event and see what comes back',
    description:
      'Sent once, right now, whatever the endpoint asks for, and not kept among the events. Without `type` it is a `webhook.test`; else a made-up event of that type.',
    access: kept,
    idempotency: 'none',
    body: TestBody,
    status: 200,
    reply: TestResult,
    refusals: ['not_found', 'invalid_state'],
  }),
  rotateWebhookEndpointSecret: operation({
    id: 'rotateWebhookEndpointSecret',
    method: 'POST',
    path: '/v1/merchant/webhook-endpoints/{endpoint_id}/rotate-secret',
    tag: 'Webhooks',
    summary: "Replace an endpoint's secret",
    description:
      'The old one signs beside it for 24 hours. For a default endpoint it is the secret of the account, which both default endpoints share.',
    access: kept,
    idempotency: 'accepted',
    status: 200,
    reply: OwnWebhookEndpoint,
    refusals: ['not_found'],
  }),
}
