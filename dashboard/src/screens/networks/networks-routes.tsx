import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'

export const networksRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/networks',
    component: lazyRouteComponent(() => import('./networks-screen.tsx')),
  }),
]
