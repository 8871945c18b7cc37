import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { insideRoute } from '../../routes/inside-routes.tsx'

export const accountRoutes = [
  createRoute({
    getParentRoute: () => insideRoute,
    path: '/account',
    component: lazyRouteComponent(() => import('./account-screen.tsx')),
  }),
]
