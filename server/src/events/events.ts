export { createEventFeed } from './event-feed.ts'
export { eventRoutes, streamRoutes } from './event-routes.ts'
