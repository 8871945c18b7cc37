import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'

export const homeRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/',
    component: lazyRouteComponent(() => import('./home-screen.tsx')),
  }),
]
