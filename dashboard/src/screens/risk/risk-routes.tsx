import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../../routes/admin-route.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const riskRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/risk',
    component: lazyRouteComponent(() => import('./rules-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/risk/$ruleId',
    component: lazyRouteComponent(() => import('./rule-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/risk-hits',
    validateSearch: textsOf(['outcome', 'rule_id', 'merchant_id', 'payment_id']),
    component: lazyRouteComponent(() => import('./hits-screen.tsx')),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/risk-lists',
    validateSearch: textsOf(['list']),
    component: lazyRouteComponent(() => import('./lists-screen.tsx')),
  }),
]
