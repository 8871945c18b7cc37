import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../../routes/admin-route.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const everyonesRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/payments',
    validateSearch: textsOf(['status', 'reference', 'silent', 'from', 'to', 'merchant_id']),
    component: lazyRouteComponent(() => import('./everyones-payments-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/withdrawals',
    validateSearch: textsOf(['status', 'kind', 'search', 'from', 'to', 'merchant_id']),
    component: lazyRouteComponent(() => import('./everyones-withdrawals-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/control-numbers',
    validateSearch: textsOf(['status', 'number', 'from', 'to', 'merchant_id']),
    component: lazyRouteComponent(() => import('./everyones-numbers-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/find/$id',
    component: lazyRouteComponent(() => import('./find-screen.tsx')),
  }),
]
