import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const refundsRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/refunds',
    validateSearch: textsOf(['status', 'reason', 'method', 'metadata', 'from', 'to']),
    component: lazyRouteComponent(() => import('./refunds-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/refunds/$refundId',
    component: lazyRouteComponent(() => import('./refund-screen.tsx')),
  }),
]
