import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../../routes/admin-route.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const alertsRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/alerts',
    validateSearch: textsOf(['status']),
    component: lazyRouteComponent(() => import('./alerts-screen.tsx')),
  }),
]
