import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const requestsRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/requests',
    validateSearch: textsOf([
      'authenticated_by',
      'api_key_id',
      'method',
      'path',
      'status',
      'error_code',
      'idempotency_key',
      'resource_id',
      'min_duration_ms',
      'from',
      'to',
    ]),
    component: lazyRouteComponent(() => import('./requests-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/requests/$requestId',
    component: lazyRouteComponent(() => import('./request-screen.tsx')),
  }),
]
