import type { Route } from '../http/http.ts'
import type { World } from '../world/world.ts'
import type { EventFeed } from './event-feed.ts'
import { eventRoutes, streamRoutes } from './event-routes.ts'

export { createEventFeed, type EventFeed } from './event-feed.ts'

export function routes({ world, feed }: { world: World; feed: EventFeed }): Route[] {
  return [...eventRoutes(world), ...streamRoutes(world, feed)]
}
