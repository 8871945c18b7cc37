import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../../routes/admin-route.tsx'
import { textsOf } from '../../routes/search-texts.ts'

export const pricingRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/pricing',
    validateSearch: textsOf(['merchant', 'channel']),
    component: lazyRouteComponent(() => import('./pricing-screen.tsx')),
  }),
]
