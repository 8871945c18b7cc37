import { environments } from '@malipo/contract'
import type { AddressGuard, Send } from '../courier/courier.ts'
import type { Route } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import { type AttemptSeen, startDelivering } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import { checkRoute } from './check-endpoint.ts'
import { configRoutes } from './config-routes.ts'
import { testRoute } from './send-sample.ts'
import { tellSwitchedOff } from './tell-switched-off.ts'

export { type ChangedBy, changeConfig, lockConfig } from './change-config.ts'
export { changedBy } from './config-routes.ts'
export { findEndpoint } from './find-endpoint.ts'
export { mostOldSecrets, oldSignsForMs } from './rotate-secret.ts'
export { refuseSameAddress } from './same-address.ts'
export { sendTest } from './send-sample.ts'
export { masked } from './show-config.ts'

/** The way to merchants' endpoints, shared by the worker that delivers and the routes that try an endpoint. */
export type Outbound = {
  guard: AddressGuard
  send: Send
  /** Told of each attempt of the worker. */
  observe(seen: AttemptSeen): void
}

type Parts = { world: World; outbound: Outbound }

export function routes({ world, outbound }: Parts): Route[] {
  const { guard, send } = outbound
  return [...configRoutes(world, guard), testRoute(world, send), checkRoute(world, send)]
}

export function chores({ world, outbound }: Parts): Chore[] {
  return environments.map((environment) => ({
    name: `webhooks.deliver-${environment}`,
    start: (onError) =>
      startDelivering({
        world,
        environment,
        send: outbound.send,
        observe: outbound.observe,
        onSwitchedOff: (tx, endpoints) => tellSwitchedOff(tx, world, endpoints),
        onError,
      }),
  }))
}
