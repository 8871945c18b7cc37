import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { insideRoute } from '../../routes/inside-routes.tsx'

/** Outside the frame of a merchant: the whole screen is the till's. */
export const tillRoutes = [
  createRoute({
    getParentRoute: () => insideRoute,
    path: '/m/$merchantId/$environment/till',
    component: lazyRouteComponent(() => import('./till-screen.tsx')),
  }),
]
