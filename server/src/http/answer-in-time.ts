import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../primitives/refusal.ts'
import type { WhenOver } from '../telemetry/telemetry.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Its place among those that have to be answered in time; below zero if it has none. */
    waitsAt: number
  }
}

/** How many times within the limit it is looked who would be past it at the next look. */
const looksWithin = 20

/**
 * Whatever a request waits for, it is answered before the time is up: 503, come back with the same key. The work itself
 * goes on and is remembered under that key. A stream lasts as long as somebody listens.
 *
 * One timer looks at all who wait, each in a place of its own that is empty again with the answer. A timer and a signal
 * for each request, as the framework has them, cost a fifth of a whole request to collect; and a `Set` of those who wait is
 * made anew every few hundred, where each discarded one holds on to whoever waited then.
 */
export function answerInTime(app: FastifyInstance, whenOver: WhenOver, withinMs: number): void {
  const everyMs = withinMs / looksWithin
  const waiting: (FastifyReply | null)[] = []
  const empty: number[] = []
  function leave(reply: FastifyReply) {
    if (reply.waitsAt < 0) return
    waiting[reply.waitsAt] = null
    empty.push(reply.waitsAt)
    reply.waitsAt = -1
  }
  app.decorateReply('waitsAt', -1)
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.operation?.stream) {
      reply.waitsAt = empty.pop() ?? waiting.length
      waiting[reply.waitsAt] = reply
    }
    done()
  })
  whenOver((_request, reply) => leave(reply))
  const looking = setInterval(() => {
    for (const reply of waiting) {
      if (reply === null || reply.elapsedTime < limitOf(reply, withinMs) - everyMs) continue
      leave(reply)
      // What has begun is answered, if it is a page's stream that goes on for as long as somebody looks at the page.
      if (!reply.sent && !reply.raw.headersSent)
        reply.send(new Refusal('unavailable', { message: 'It took too long. Retry with the same key.' }))
    }
  }, everyMs)
  looking.unref()
  app.addHook('onClose', (_instance, done) => {
    clearInterval(looking)
    done()
  })
}

/** Who waits for somebody's answer has that time besides. */
function limitOf({ request }: FastifyReply, withinMs: number): number {
  return withinMs + (request.routeOptions.config.operation?.waitsForMs ?? 0)
}
