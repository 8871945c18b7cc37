import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'

export const statementsRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/statements',
    component: lazyRouteComponent(() => import('./statements-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/statements/$statementId',
    component: lazyRouteComponent(() => import('./one-statement-screen.tsx')),
  }),
]
