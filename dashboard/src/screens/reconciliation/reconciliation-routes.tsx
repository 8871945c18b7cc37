import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../../routes/admin-route.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const reconciliationRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/reconciliation',
    validateSearch: textsOf(['provider', 'day']),
    component: lazyRouteComponent(() => import('./runs-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/reconciliation/new',
    component: lazyRouteComponent(() => import('./new-run-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/reconciliation/$runId',
    validateSearch: textsOf(['kind']),
    component: lazyRouteComponent(() => import('./run-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/statement-mappings',
    validateSearch: textsOf(['name']),
    component: lazyRouteComponent(() => import('./mappings-screen.tsx')),
  }),
]
