export { createEventFeed } from './event-feed.ts'
export { eventRoutes } from './event-routes.ts'
export { streamRoutes } from './stream-routes.ts'
