import type { Route } from '../http/http.ts'
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
