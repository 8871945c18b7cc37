import { type KeptForEver, keepForEver } from '../database/database.ts'
import type { Route } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import type { World } from '../world/world.ts'
import type { EventFeed } from './event-feed.ts'
import { eventRoutes, streamRoutes } from './event-routes.ts'
import type { WatchListeners } from './watch-listeners.ts'

export { createEventFeed, type EventFeed } from './event-feed.ts'
export { listenerWatch, type WatchListeners } from './watch-listeners.ts'

type Parts = { world: World; feed: EventFeed; watchListeners: WatchListeners }

export function routes({ world, feed, watchListeners }: Parts): Route[] {
  return [...eventRoutes(world), ...streamRoutes(world, feed, watchListeners)]
}

export function chores({ world }: Pick<Parts, 'world'>): Chore[] {
  return [{ name: 'events.keep', everyMs: 600_000, work: () => keepForEver(world, keptEvents) }]
}

/** A step is announced once: within a part by this key, over a bound by that of the step, which is written with it. */
export const keptEvents: KeptForEver = { table: 'events', key: 'id' }
