import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../../routes/admin-route.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const auditRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/audit',
    validateSearch: textsOf(['action', 'actor', 'merchant', 'subject']),
    component: lazyRouteComponent(() => import('./audit-screen.tsx')),
  }),
]
