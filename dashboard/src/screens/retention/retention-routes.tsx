import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../../routes/admin-route.tsx'

export const retentionRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/retention',
    component: lazyRouteComponent(() => import('./retention-screen.tsx')),
  }),
]
