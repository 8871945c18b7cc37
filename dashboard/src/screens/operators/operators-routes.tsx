import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../../routes/admin-route.tsx'

export const operatorsRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/operators',
    component: lazyRouteComponent(() => import('./operators-screen.tsx')),
  }),
]
