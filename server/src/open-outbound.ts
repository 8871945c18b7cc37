import type { Config } from './config.ts'
import { createAddressGuard, createSender, type ResolveHost } from './courier/courier.ts'
import { type Metrics, measureDeliveries } from './telemetry/telemetry.ts'
import type { Outbound } from './webhook-config/webhook-config.ts'
import type { World } from './world/world.ts'

/** The way to merchants' endpoints, and who counts what became of each call. */
export function openOutbound(config: Config, world: World, metrics: Metrics, resolve?: ResolveHost) {
  const isDevelopment = config.mode === 'development'
  const guard = createAddressGuard({
    allow: config.webhookAllow,
    loopbackIsAllowed: isDevelopment,
    plainHttpIsAllowed: isDevelopment,
    ...(resolve && { resolve }),
  })
  const count = measureDeliveries([metrics.registry], world.sql, world.clock)
  return {
    ...createSender({ guard, now: () => world.clock.now() }),
    guard,
    observe: ({ attempted: { result }, firstAfterMs }: Parameters<Outbound['observe']>[0]) =>
      count({ result, firstAfterMs }),
  }
}
