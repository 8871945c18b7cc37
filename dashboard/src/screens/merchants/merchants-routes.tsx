import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../../routes/admin-route.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const merchantsRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/merchants',
    validateSearch: textsOf(['search', 'verification', 'state']),
    component: lazyRouteComponent(() => import('./merchants-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/merchants/new',
    component: lazyRouteComponent(() => import('./create-merchant-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/merchants/$subjectId',
    component: lazyRouteComponent(() => import('./merchant-screen.tsx')),
  }),
]
