import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { merchantRoute } from '../../routes/inside-routes.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const teamRoutes = [
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/team',
    component: lazyRouteComponent(() => import('./team-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/team/invite',
    validateSearch: textsOf(['email']),
    component: lazyRouteComponent(() => import('./invite-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => merchantRoute,
    path: '/team/$memberId',
    component: lazyRouteComponent(() => import('./member-screen.tsx')),
  }),
]
