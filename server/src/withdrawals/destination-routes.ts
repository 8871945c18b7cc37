import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import { destinations } from './destinations.ts'

export function destinationRoutes(): Route[] {
  return [
    route(operations.listDestinations, async ({ query }) => ({
      items: destinations.filter(({ method }) => query.method === undefined || method === query.method),
    })),
  ]
}
