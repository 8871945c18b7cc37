import type { Config } from './config.ts'
import { createAddressGuard, createSender, type ResolveHost, type Send } from './courier/courier.ts'
import { type Metrics, measureDeliveries } from './telemetry/telemetry.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { Outbound } from './webhook-config/webhook-config.ts'
import type { World } from './world/world.ts'

/** The way to merchants' endpoints, and who counts what became of each call. */
type Given = { resolveHost?: ResolveHost | undefined; tracing?: Tracing | undefined }

export function openOutbound(config: Config, world: World, metrics: Metrics, given: Given) {
  const { resolveHost: resolve, tracing } = given
  const isDevelopment = config.mode === 'development'
  const guard = createAddressGuard({
    allow: config.webhookAllow,
    loopbackIsAllowed: isDevelopment,
    plainHttpIsAllowed: isDevelopment,
    ...(resolve && { resolve }),
  })
  const count = measureDeliveries([metrics.registry], world.sql, world.clock)
  const { send, close } = createSender({ guard, now: () => world.clock.now() })
  return {
    send: tracing ? tracedSend(tracing, send) : send,
    close,
    guard,
    observe: ({ attempted: { result }, firstAfterMs }: Parameters<Outbound['observe']>[0]) =>
      count({ result, firstAfterMs }),
  }
}

/**
 * A delivery belongs to the trace of what it tells of, and its receiver is told which: the id in it stands in the event too. The address is not told
 * in the span, for it may have a secret of the merchant's in it.
 */
function tracedSend(tracing: Tracing, send: Send): Send {
  return async (letter) => {
    const { about } = letter
    if (about === undefined) return await send(letter)
    const attributes = {
      'malipo.event_id': about.eventId,
      'malipo.endpoint_id': about.endpointId,
      'malipo.delivery_id': about.deliveryId,
      'malipo.payment_id': about.resourceId,
    }
    const wishes = { name: 'webhook delivery', kind: 'client', of: about.resourceId, attributes } as const
    return await tracing.span(wishes, async (span) => {
      const traceparent = tracing.headerFor(span)
      const headers = traceparent === null ? letter.headers : { ...letter.headers, traceparent }
      const attempted = await send({ ...letter, headers })
      span.set({
        'malipo.result': attempted.result,
        'http.response.status_code': attempted.status,
      })
      span.end(attempted.result === 'delivered' ? undefined : 'it was not delivered')
      return attempted
    })
  }
}
