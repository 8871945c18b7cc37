import Type from 'typebox'
import { EnvironmentName, Id, Nullable, Timestamp } from './fields.ts'

/** Everything a merchant can be told. Both spellings of a paid collection stand for the same outcome. */
export const eventTypes = [
  'collection.success',
  'collection.successful',
  'collection.failed',
  'collection.reversed',
  'collection.pending_clearance',
  'disbursement.success',
  'disbursement.failed',
  'disbursement.reversed',
] as const
export type EventType = (typeof eventTypes)[number]

export const successEventNames = ['collection.success', 'collection.successful'] as const

export const EventTypeName = Type.Enum([...eventTypes])

export const MerchantEvent = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The same as the header webhook-id of every delivery.' }),
  type: EventTypeName,
  environment: EnvironmentName,
  resource_id: Id,
  sequence: Type.Integer({
    description:
      'The place among the events of its resource: higher is later. Numbers may be left out, never used twice.',
  }),
  timestamp: Timestamp,
  data: Type.Unknown({ description: 'The resource as it was then, as it is delivered.' }),
})

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
  url: Type.String(),
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
