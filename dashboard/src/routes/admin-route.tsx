import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { queryClient } from '../calls/query-client.ts'
import { meQuery } from '../people/who.ts'
import { insideRoute } from './inside-routes.tsx'

/** The console of Super Admins, in one environment. For everybody else there is nothing here. */
export const adminRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/admin/$environment',
  beforeLoad: async ({ params: { environment } }) => {
    const { is_super_admin } = await queryClient.ensureQueryData(meQuery)
    if (!is_super_admin || (environment !== 'live' && environment !== 'sandbox')) throw notFound()
  },
  component: lazyRouteComponent(() => import('../admin/admin-frame.tsx')),
})
