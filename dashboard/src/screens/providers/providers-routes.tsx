import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../../routes/admin-route.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const providersRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/providers',
    component: lazyRouteComponent(() => import('./providers-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/providers/$name',
    component: lazyRouteComponent(() => import('./provider-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/provider-routes',
    component: lazyRouteComponent(() => import('./provider-routes-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/networks',
    component: lazyRouteComponent(() => import('./networks-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/float-top-ups',
    validateSearch: textsOf(['provider', 'reference']),
    component: lazyRouteComponent(() => import('./top-ups-screen.tsx')),
  }),
]
