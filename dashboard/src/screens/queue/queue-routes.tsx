import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../../routes/admin-route.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const queueRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/',
    validateSearch: textsOf(['wait']),
    component: lazyRouteComponent(() => import('./withdrawals-queue-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/batches',
    validateSearch: textsOf(['wait']),
    component: lazyRouteComponent(() => import('./batches-queue-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/held',
    component: lazyRouteComponent(() => import('./held-queue-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/discrepancies',
    component: lazyRouteComponent(() => import('./discrepancies-queue-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/unclear',
    component: lazyRouteComponent(() => import('./unclear-queue-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/blocked',
    component: lazyRouteComponent(() => import('./blocked-queue-screen.tsx')),
  }),
]
