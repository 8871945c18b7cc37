import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const batchesRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/batches',
    validateSearch: textsOf(['status', 'from', 'to']),
    component: lazyRouteComponent(() => import('./batches-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/batches/new',
    validateSearch: textsOf(['step']),
    component: lazyRouteComponent(() => import('./new-batch-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/batches/$batchId',
    validateSearch: textsOf(['status', 'metadata']),
    component: lazyRouteComponent(() => import('./batch-screen.tsx')),
  }),
]
