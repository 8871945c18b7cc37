import * as z from 'zod'
import { Id, pageOf, paging, period, queryOf, strangersText, tool } from '../tool.ts'

const Event = z.looseObject({ id: z.string(), type: z.string() })
const Delivery = z.looseObject({ id: z.string(), event_id: z.string(), status: z.string() })
const types = z
  .string()
  .regex(/^[a-z_.]+(,[a-z_.]+)*$/)
  .max(400)
  .optional()
  .describe('Like collection.success,collection.failed')

export const eventTools = [
  tool({
    name: 'list_events',
    title: 'List events',
    description: `What has happened to payments, newest first. resource_id finds everything about one payment. ${strangersText}`,
    scope: 'events:read',
    kind: 'read',
    input: z.strictObject({ ...paging, ...period, types, resource_id: Id.optional() }),
    output: pageOf(Event),
    run: (malipo, input, { signal }) => malipo.events.list(queryOf(input), { signal }),
  }),
  tool({
    name: 'get_event',
    title: 'Read an event',
    description: `One event as it was or would have been delivered. ${strangersText}`,
    scope: 'events:read',
    kind: 'read',
    input: z.strictObject({ event_id: Id }),
    output: Event,
    run: (malipo, { event_id: id }, { signal }) => malipo.events.get(id, { signal }),
  }),
  tool({
    name: 'list_deliveries',
    title: 'List webhook deliveries',
    description: `Which events were delivered to the merchant's own endpoint, which are still owed, and which were given up. ${strangersText}`,
    scope: 'events:read',
    kind: 'read',
    input: z.strictObject({ ...paging, ...period, types, event_id: Id.optional() }),
    output: pageOf(Delivery),
    run: (malipo, input, { signal }) => malipo.deliveries.list(queryOf(input), { signal }),
  }),
  tool({
    name: 'get_delivery',
    title: 'Read a webhook delivery',
    description: `One delivery with every attempt and what the endpoint answered. ${strangersText}`,
    scope: 'events:read',
    kind: 'read',
    input: z.strictObject({ delivery_id: Id }),
    output: Delivery,
    run: (malipo, { delivery_id: id }, { signal }) => malipo.deliveries.get(id, { signal }),
  }),
]
