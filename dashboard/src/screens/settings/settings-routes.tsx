import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/settings',
    component: lazyRouteComponent(() => import('./business-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/settings/verification',
    component: lazyRouteComponent(() => import('./verification-screen.tsx')),
  }),
]
