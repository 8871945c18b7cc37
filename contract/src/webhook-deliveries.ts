import Type from 'typebox'
import { EventTypeName } from './event-fields.ts'
import { eventMenders, eventReaders, TypesInQuery } from './events.ts'
import {
  Body,
  EnvironmentName,
  GivenUrl,
  Id,
  ListOf,
  listQuery,
  Nullable,
  period,
  Timestamp,
} from './fields.ts'
import { operation } from './operation.ts'

export const deliveryStatuses = ['pending', 'delivered', 'exhausted'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const attemptResults = [
  'delivered',
  'refused',
  'redirected',
  'gone',
  'timeout',
  'unreachable',
  'blocked',
] as const
export type AttemptResult = (typeof attemptResults)[number]

/** One try, as it was seen from here. */
export const Attempt = Type.Object({
  at: Timestamp,
  url: GivenUrl,
  result: Type.Enum([...attemptResults]),
  status: Nullable(Type.Integer({ description: 'The HTTP status that came back, if one did.' })),
  error: Nullable(Type.String({ description: 'What went wrong, in plain words.' })),
  response_body: Nullable(Type.String({ description: 'The first 4 KB of the answer.' })),
  duration_ms: Type.Integer(),
})

export const Delivery = Type.Object({
  id: Id,
  event_id: Id,
  event_type: EventTypeName,
  endpoint_id: Id,
  environment: EnvironmentName,
  cause: Type.Enum(['event', 'replay']),
  status: Type.Enum([...deliveryStatuses], {
    description: 'pending is still owed; exhausted is given up, and can be retried or replayed.',
  }),
  attempts: Type.Integer(),
  last_status: Nullable(Type.Integer()),
  last_error: Nullable(Type.String()),
  last_attempt_at: Nullable(Timestamp),
  next_attempt_at: Nullable(Timestamp),
  delivered_at: Nullable(Timestamp),
  created_at: Timestamp,
  attempt_log: Type.Array(Attempt, { description: 'The latest twelve attempts, newest first.' }),
})

export const deliveryOperations = {
  listWebhookDeliveries: operation({
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/v1/merchant/webhook-deliveries',
    tag: 'Webhooks',
    summary: 'List deliveries with their attempts',
    access: eventReaders,
    idempotency: 'none',
    query: Body({
      ...listQuery,
      status: Type.Optional(Type.Enum([...deliveryStatuses])),
      event_id: Type.Optional(Id),
      endpoint_id: Type.Optional(Id),
      types: TypesInQuery,
      ...period,
    }),
    status: 200,
    reply: ListOf(Delivery),
  }),
  readWebhookDelivery: operation({
    id: 'readWebhookDelivery',
    method: 'GET',
    path: '/v1/merchant/webhook-deliveries/{delivery_id}',
    tag: 'Webhooks',
    summary: 'Read a delivery with its attempts',
    access: eventReaders,
    idempotency: 'none',
    status: 200,
    reply: Delivery,
    refusals: ['not_found'],
  }),
  retryWebhookDelivery: operation({
    id: 'retryWebhookDelivery',
    method: 'POST',
    path: '/v1/merchant/webhook-deliveries/{delivery_id}/retry',
    tag: 'Webhooks',
    summary: 'Try a delivery again now',
    description: 'Whatever became of it before. If it fails, the whole schedule of retries begins anew.',
    access: { who: 'merchant', merchant: 'caller', roles: eventMenders, keys: 'none' },
    idempotency: 'accepted',
    status: 200,
    reply: Delivery,
    refusals: ['not_found', 'invalid_state'],
  }),
}
