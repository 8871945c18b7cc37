import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const sandboxRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/sandbox',
    component: lazyRouteComponent(() => import('./behaviour-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/sandbox/phones',
    component: lazyRouteComponent(() => import('./phones-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/sandbox/outbox',
    validateSearch: textsOf(['recipient']),
    component: lazyRouteComponent(() => import('./outbox-screen.tsx')),
  }),
]
