import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const controlNumbersRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/control-numbers',
    validateSearch: textsOf(['status', 'number', 'merchant_reference', 'from', 'to']),
    component: lazyRouteComponent(() => import('./numbers-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/control-numbers/new',
    validateSearch: textsOf(['customer', 'name']),
    component: lazyRouteComponent(() => import('./new-number-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/control-numbers/many',
    component: lazyRouteComponent(() => import('./many-numbers-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/control-numbers/$numberId',
    component: lazyRouteComponent(() => import('./number-screen.tsx')),
  }),
]
