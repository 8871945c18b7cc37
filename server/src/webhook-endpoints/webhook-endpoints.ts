import type { Route } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import type { Outbound } from '../webhook-config/webhook-config.ts'
import type { World } from '../world/world.ts'
import { forgetDeleted } from './delete-endpoint.ts'
import { endpointRoutes } from './endpoint-routes.ts'

export function routes({ world, outbound }: { world: World; outbound: Outbound }): Route[] {
  return endpointRoutes(world, outbound.guard, outbound.send)
}

export function chores({ world }: { world: World }): Chore[] {
  return [{ name: 'webhook-endpoints.forget', everyMs: 3_600_000, work: () => forgetDeleted(world) }]
}
