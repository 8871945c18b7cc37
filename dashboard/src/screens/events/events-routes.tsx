import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const eventsRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/events',
    validateSearch: textsOf(['types', 'resource_id', 'from', 'to']),
    component: lazyRouteComponent(() => import('./events-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/events/$eventId',
    component: lazyRouteComponent(() => import('./event-screen.tsx')),
  }),
]
