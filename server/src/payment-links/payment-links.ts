import { deleteOld } from '../database/database.ts'
import type { Route } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import type { Registry } from '../providers/providers.ts'
import { endOf } from '../retention/retention.ts'
import type { World } from '../world/world.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { expireLinks } from './find-links.ts'
import { linkRoutes } from './link-routes.ts'
import type { PayingByLink } from './pay-by-link.ts'
import { sumLinks } from './sum-links.ts'

export { linkCheck } from './attach-link.ts'
export { changeLink } from './change-link.ts'
export { draftLink, insertLinks, type LinkWish } from './create-link.ts'
export { findLink } from './find-links.ts'
export { hastenLink } from './hasten-link.ts'
export { type LinkRow, showLink, statusOf } from './link-row.ts'
export {
  findOpenLink,
  findOpenLinks,
  type LinkPayment,
  type OpenLink,
  type PayingByLink,
  payByLink,
} from './pay-by-link.ts'
export type { Sameness } from './take-turn.ts'

export function routes(parts: PayingByLink & { registry: Registry }): Route[] {
  return [...linkRoutes(parts.world, parts.registry), ...checkoutRoutes(parts)]
}

export function chores({ world }: { world: World }): Chore[] {
  const { sql, clock } = world
  // As long as the keys that turns name.
  const turns = { table: 'payment_link_turns', column: 'at' }
  const forget = async () => deleteOld(sql, turns, await endOf(world, 'replies_days'))
  return [
    { name: 'payment-links.expire', everyMs: 10_000, work: () => expireLinks(sql, clock.now()) },
    { name: 'payment-links.sum', everyMs: 10_000, work: () => sumLinks(sql) },
    { name: 'payment-links.forget-turns', everyMs: 60_000, work: forget },
  ]
}
