import type { Config } from './config.ts'
import { type AddressGuard, createAddressGuard, createSender, type ResolveHost } from './courier/courier.ts'
import type { AttemptSeen } from './webhooks/webhooks.ts'
import type { World } from './world/world.ts'

/** The way to merchants' endpoints, shared by the worker that delivers and the routes that try an endpoint. */
export type Outbound = ReturnType<typeof createSender> & {
  guard: AddressGuard
  /** Told of each attempt of the worker. */
  observers: ((seen: AttemptSeen) => void)[]
}

export function assembleOutbound(config: Config, world: World, resolve?: ResolveHost): Outbound {
  const isDevelopment = config.mode === 'development'
  const guard = createAddressGuard({
    allow: config.webhookAllow,
    loopbackIsAllowed: isDevelopment,
    plainHttpIsAllowed: isDevelopment,
    ...(resolve && { resolve }),
  })
  return { ...createSender({ guard, now: () => world.clock.now() }), guard, observers: [] }
}
