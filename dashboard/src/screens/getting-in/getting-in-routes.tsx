import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { insideRoute } from '../../routes/inside-routes.tsx'
import { rootRoute } from '../../routes/root-route.tsx'
import { textsOf } from '../../routes/search-texts.ts'

/** For whoever is not signed in, or not yet. */
export const gettingInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-up',
    component: lazyRouteComponent(() => import('./sign-up-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/forgot-password',
    component: lazyRouteComponent(() => import('./forgot-password-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    validateSearch: textsOf(['token']),
    component: lazyRouteComponent(() => import('./reset-password-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/invitations/$token',
    component: lazyRouteComponent(() => import('./invitation-screen.tsx')),
  }),
]

export const newBusinessRoutes = [
  createRoute({
    getParentRoute: () => insideRoute,
    path: '/new-business',
    component: lazyRouteComponent(() => import('./new-business-screen.tsx')),
  }),
]
