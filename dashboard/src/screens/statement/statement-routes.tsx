import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const statementFilters = ['type', 'from', 'to'] as const

export const statementRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/statement',
    validateSearch: textsOf(statementFilters),
    component: lazyRouteComponent(() => import('./statement-screen.tsx')),
  }),
]
