import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../../routes/admin-route.tsx'
import { merchantRoute } from '../../routes/inside-routes.tsx'

export const fiscalRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/fiscal',
    component: lazyRouteComponent(() => import('./fiscal-screen.tsx')),
  }),
]

export const unissuedRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/fiscal',
    component: lazyRouteComponent(() => import('./unissued-screen.tsx')),
  }),
]
