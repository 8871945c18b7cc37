import Type from 'typebox'
import { everyRole, type Role } from './access.ts'
import { EventTypeName, MerchantEvent } from './event-fields.ts'
import { Body, Id, InstantOrDay, ListOf, listQuery, period, Timestamp } from './fields.ts'
import { operation } from './operation.ts'

export const eventReaders = {
  who: 'merchant',
  merchant: 'caller',
  roles: everyRole,
  keys: 'events:read',
} as const
export const eventMenders: readonly Role[] = ['owner', 'admin', 'developer']

/** Types in a query: once each, separated by commas. */
export const TypesInQuery = Type.Optional(
  Type.String({
    pattern: '^[a-z_.]+(,[a-z_.]+)*$',
    maxLength: 1000,
    'x-problem': 'must be event types separated by commas, like collection.success,collection.failed',
  }),
)

export const eventOperations = {
  listEvents: operation({
    id: 'listEvents',
    method: 'GET',
    path: '/v1/merchant/events',
    tag: 'Events',
    summary: 'List events',
    description:
      'The pull way: everything that was or would have been delivered, newest first. An event that is stored just now may ' +
      'appear a moment after a newer one, so walk a minute past what you know already and skip ids you have.',
    access: eventReaders,
    idempotency: 'none',
    query: Body({
      ...listQuery,
      types: TypesInQuery,
      resource_id: Type.Optional(Id),
      ...period,
    }),
    status: 200,
    reply: ListOf(MerchantEvent),
  }),
  streamEvents: operation({
    id: 'streamEvents',
    method: 'GET',
    path: '/v1/merchant/events/stream',
    tag: 'Events',
    summary: 'Follow events as they happen',
    description:
      'Server-sent events, for tools that cannot receive calls: `id` is the event id, `event` its type, `data` the body that ' +
      'is delivered. Reconnect with Last-Event-ID to go on where you were; an event may then come a second time.',
    access: eventReaders,
    idempotency: 'none',
    query: Body({ types: TypesInQuery }),
    status: 200,
    stream: true,
    reply: Type.String(),
  }),
  readEvent: operation({
    id: 'readEvent',
    method: 'GET',
    path: '/v1/merchant/events/{event_id}',
    tag: 'Events',
    summary: 'Read an event',
    access: eventReaders,
    idempotency: 'none',
    status: 200,
    reply: MerchantEvent,
    refusals: ['not_found'],
  }),
  replayEvents: operation({
    id: 'replayEvents',
    method: 'POST',
    path: '/v1/merchant/events/replay',
    tag: 'Events',
    summary: 'Deliver events of a time window again',
    description:
      'Makes a new delivery of each event in the window: the same id and the same bytes. Without `types` those are replayed ' +
      'that the endpoint asks for. With `endpoint_id` they go to one that you added, as it wants them, else to that of the configuration. Up to 100,000 events at a time, spread over a few minutes if they are many; one replay of an ' +
      'endpoint at once, and none while 100,000 deliveries are owed to it (409).',
    access: { who: 'merchant', merchant: 'caller', roles: eventMenders, keys: 'none' },
    idempotency: 'accepted',
    body: Body({
      from: InstantOrDay,
      to: Type.Optional(InstantOrDay),
      types: Type.Optional(Type.Array(EventTypeName, { minItems: 1, maxItems: 50 })),
      endpoint_id: Type.Optional(Id),
    }),
    status: 200,
    reply: Type.Object({ replayed: Type.Integer(), from: Timestamp, to: Timestamp }),
    refusals: ['invalid_state', 'not_found'],
  }),
}
