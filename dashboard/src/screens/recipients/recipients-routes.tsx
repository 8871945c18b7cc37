import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const recipientsRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/recipients',
    validateSearch: textsOf(['status', 'destination_identifier']),
    component: lazyRouteComponent(() => import('./recipients-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/recipients/new',
    component: lazyRouteComponent(() => import('./new-recipient-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/recipients/settings',
    component: lazyRouteComponent(() => import('./recipient-settings-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/recipients/$recipientId',
    component: lazyRouteComponent(() => import('./recipient-screen.tsx')),
  }),
]
