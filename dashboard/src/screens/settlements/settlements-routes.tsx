import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const settlementsRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/settlements',
    validateSearch: textsOf(['from', 'to']),
    component: lazyRouteComponent(() => import('./settlements-screen.tsx')),
  }),
]
