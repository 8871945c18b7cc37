import { createRoute, Outlet, redirect } from '@tanstack/react-router'
import { personClient } from '../calls/clients.ts'
import { queryClient } from '../calls/query-client.ts'
import { MerchantFrame } from '../frame/merchant-frame.tsx'
import { enterAs } from '../people/change-person.ts'
import { meQuery } from '../people/who.ts'
import { rootRoute } from './root-route.tsx'

/** Everything behind the door. Whoever is not signed in is sent to it, and comes back to where they wanted to go. */
export const insideRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'inside',
  component: Outlet,
  beforeLoad: async ({ location }) => {
    if (queryClient.getQueryData(meQuery.queryKey)) return
    const { user } = await personClient().auth.getSession()
    if (user === null) throw redirect({ to: '/sign-in', search: { next: location.href } })
    enterAs((await queryClient.ensureQueryData(meQuery)).user.id)
  },
})

/** A merchant in one of its environments: both stand in the address, and nothing that is stored decides where money goes. */
export const merchantRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/m/$merchantId/$environment',
  component: MerchantFrame,
})

/** The bare address leads to where whoever is signed in works. */
export const startRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/',
  beforeLoad: async () => {
    const { merchants, is_super_admin } = await queryClient.ensureQueryData(meQuery)
    const [first] = merchants
    if (first?.role === 'cashier') throw redirect({ to: `/m/${first.merchant_id}/live/till` })
    if (first)
      throw redirect({
        to: '/m/$merchantId/$environment',
        params: { merchantId: first.merchant_id, environment: 'live' },
      })
    throw redirect({ to: is_super_admin ? '/admin/live' : '/new-business' })
  },
})
