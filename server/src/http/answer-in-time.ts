import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../primitives/refusal.ts'

/** How many times within the limit it is looked who would be past it at the next look. */
const looksWithin = 20

/**
 * Whatever a request waits for, it is answered before the time is up: 503, come back with the same key. The work itself
 * goes on and is remembered under that key. A stream lasts as long as somebody listens.
 *
 * All have the same limit, so that they end in the order in which they came: one timer looks at the oldest. A timer and a
 * signal for each request, as the framework has them, cost a fifth of a whole request to collect.
 */
export function answerInTime(app: FastifyInstance, withinMs: number): void {
  const everyMs = withinMs / looksWithin
  const waiting = new Set<FastifyReply>()
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.operation?.stream) waiting.add(reply)
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    waiting.delete(reply)
    done()
  })
  const looking = setInterval(() => {
    for (const reply of waiting) {
      if (reply.elapsedTime < withinMs - everyMs) return
      waiting.delete(reply)
      if (!reply.sent)
        reply.send(new Refusal('unavailable', { message: 'It took too long. Retry with the same key.' }))
    }
  }, everyMs)
  looking.unref()
  app.addHook('onClose', (_instance, done) => {
    clearInterval(looking)
    done()
  })
}
