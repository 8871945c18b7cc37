import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../../routes/admin-route.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const decisionRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/withdrawals/$withdrawalId',
    component: lazyRouteComponent(() => import('./withdrawal-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/batches/$batchId',
    validateSearch: textsOf(['status']),
    component: lazyRouteComponent(() => import('./batch-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/payments/$collectionId',
    component: lazyRouteComponent(() => import('./payment-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/discrepancies/$discrepancyId',
    component: lazyRouteComponent(() => import('./discrepancy-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/dead-letters/$letterId',
    component: lazyRouteComponent(() => import('./dead-letter-screen.tsx')),
  }),
]
