import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'

export const privacyRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/privacy',
    component: lazyRouteComponent(() => import('./privacy-screen.tsx')),
  }),
]
