import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const customersRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/customers',
    validateSearch: textsOf(['phone']),
    component: lazyRouteComponent(() => import('./customers-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/customers/new',
    component: lazyRouteComponent(() => import('./new-customer-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/customers/$customerId',
    component: lazyRouteComponent(() => import('./customer-screen.tsx')),
  }),
]
