import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import { type Owner, wantedTypes } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import type { EventFeed } from './event-feed.ts'
import { findEvent } from './find-events.ts'

export function streamRoutes(world: World, feed: EventFeed): Route[] {
  return [
    route(operations.streamEvents, async ({ query, caller, allHeaders, gone }) => {
      const { merchantId, environment } = caller
      const owner = { merchantId, environment }
      const types = wantedTypes(query.types)
      const lastEventId = await knownEvent(world, owner, allHeaders()['last-event-id'])
      return feed.listen({ owner, types, lastEventId, gone })
    }),
  ]
}

/** An id that we do not know cannot be gone on after, and beginning anywhere else would hide a gap. */
async function knownEvent(world: World, owner: Owner, text: string | undefined): Promise<string | null> {
  if (text === undefined || text === '') return null
  try {
    return (await findEvent(world.sql, owner, text.toLowerCase())).id
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw invalid({ field: 'Last-Event-ID', problem: 'must be the id of an event of yours' })
  }
}
