import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const linkFilters = ['status', 'from', 'to'] as const

export const linksRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/links',
    validateSearch: textsOf(linkFilters),
    component: lazyRouteComponent(() => import('./links-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/links/new',
    component: lazyRouteComponent(() => import('./new-link-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/links/$linkId',
    component: lazyRouteComponent(() => import('./link-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/links/$linkId/poster',
    component: lazyRouteComponent(() => import('./poster-screen.tsx')),
  }),
]
