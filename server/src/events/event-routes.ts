import { operations } from '@malipo/contract'
import { type Actor, type Route, route } from '../http/http.ts'
import { beginningOf, endOf } from '../primitives/instant.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import { type Owner, wantedTypes } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import type { EventFeed } from './event-feed.ts'
import { findEvent, listEvents, showEvent } from './find-events.ts'
import { type ReplayedBy, replayEvents } from './replay-events.ts'
import type { WatchListeners } from './watch-listeners.ts'

export function eventRoutes(world: World): Route[] {
  const { sql } = world
  return [
    route(operations.listEvents, ({ query, caller, lists }) => listEvents(lists, caller, query)),
    route(operations.readEvent, async ({ params, caller }) =>
      showEvent(await findEvent(sql, caller, params.event_id)),
    ),
    route(operations.replayEvents, async ({ body, caller, requestId, idempotently }) => {
      const now = world.clock.now()
      const from = existing('from', beginningOf(body.from))
      const to = body.to === undefined ? now : existing('to', endOf(body.to))
      if (body.to === undefined && from >= now)
        throw invalid({ field: 'from', problem: 'must be in the past' })
      const { merchantId, environment } = caller
      const replay = {
        merchantId,
        environment,
        from,
        to,
        types: body.types ?? null,
        endpointId: body.endpoint_id,
      }
      return await idempotently((tx) => replayEvents(tx, world, replayedBy(caller, requestId), replay))
    }),
  ]
}

function existing(field: string, instant: Date | null): Date {
  if (instant === null) throw invalid({ field, problem: 'must be a time that exists' })
  return instant
}

function replayedBy(caller: Actor, requestId: string): ReplayedBy {
  if (caller.by.kind !== 'person') throw new Error('Events are replayed by people.')
  return { actor: { kind: 'member', id: caller.by.user.id }, requestId }
}

export function streamRoutes(world: World, feed: EventFeed, watch: WatchListeners): Route[] {
  return [
    route(operations.streamEvents, async ({ query, caller, address, allHeaders, gone }) => {
      const { merchantId, environment } = caller
      const owner = { merchantId, environment }
      const types = wantedTypes(query.types)
      const lastEventId = await knownEvent(world, owner, allHeaders()['last-event-id'])
      return feed.listen({ owner, types, lastEventId, gone: watch({ ...caller, address }, gone) })
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
