import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import { type SignInWorld, signInRoutes } from './sign-in-routes.ts'
import { showPerson } from './translate.ts'

export { serveAccountPages } from './account-pages.ts'

/** Who people are: signing in, and what they may do. */
export function peopleRoutes(world: SignInWorld): Route[] {
  return [
    ...signInRoutes(world),
    route(operations.readMe, async ({ caller }) => ({
      user: showPerson(caller.user),
      is_super_admin: caller.isSuperAdmin,
      merchants: caller.memberships.map(({ merchant, role }) => ({
        merchant_id: merchant.id,
        name: merchant.name,
        role,
      })),
    })),
  ]
}
