import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const withdrawalFilters = ['status', 'method', 'metadata', 'from', 'to'] as const

export const withdrawalsRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/withdrawals',
    validateSearch: textsOf(withdrawalFilters),
    component: lazyRouteComponent(() => import('./withdrawals-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/withdrawals/new',
    validateSearch: textsOf(['step', 'recipient']),
    component: lazyRouteComponent(() => import('./asking-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/withdrawals/$withdrawalId',
    component: lazyRouteComponent(() => import('./withdrawal-screen.tsx')),
  }),
]
