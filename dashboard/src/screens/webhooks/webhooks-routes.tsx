import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const webhooksRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/webhooks',
    validateSearch: textsOf(['status', 'types', 'endpoint_id', 'from', 'to']),
    component: lazyRouteComponent(() => import('./webhooks-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/webhooks/settings',
    component: lazyRouteComponent(() => import('./webhook-settings-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/webhooks/endpoints/new',
    component: lazyRouteComponent(() => import('./new-endpoint-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/webhooks/endpoints/$endpointId',
    component: lazyRouteComponent(() => import('./endpoint-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/webhooks/check',
    component: lazyRouteComponent(() => import('./webhook-check-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/webhooks/replay',
    component: lazyRouteComponent(() => import('./replay-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/webhooks/deliveries/$deliveryId',
    component: lazyRouteComponent(() => import('./delivery-screen.tsx')),
  }),
]
