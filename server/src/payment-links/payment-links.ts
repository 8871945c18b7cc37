import type { Route } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { expireLinks } from './find-links.ts'
import { linkRoutes } from './link-routes.ts'

export { linkCheck } from './attach-link.ts'
export { changeLink } from './change-link.ts'
export { draftLink, insertLinks, type LinkWish } from './create-link.ts'
export { findLink } from './find-links.ts'
export { type LinkRow, showLink, statusOf } from './link-row.ts'

export function routes({ world, registry }: { world: World; registry: Registry }): Route[] {
  return linkRoutes(world, registry)
}

export function chores({ world: { sql, clock } }: { world: World }): Chore[] {
  return [{ name: 'payment-links.expire', everyMs: 10_000, work: () => expireLinks(sql, clock.now()) }]
}
