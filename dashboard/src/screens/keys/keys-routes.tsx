import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'

export const keysRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/keys',
    component: lazyRouteComponent(() => import('./keys-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/keys/new',
    component: lazyRouteComponent(() => import('./new-key-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/keys/$keyId',
    component: lazyRouteComponent(() => import('./key-screen.tsx')),
  }),
]
