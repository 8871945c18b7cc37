import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OverListener } from '../telemetry/telemetry.ts'

declare module 'fastify' {
  interface FastifyReply {
    isOver: boolean
  }
}

/**
 * A request is over when its answer has left, or could not, because whoever asked has hung up. The framework tells of the first alone,
 * and callers who lose their patience are those whom whoever counts, measures and writes down needs most to see.
 */
export function tellOfOver(app: FastifyInstance, listeners: readonly OverListener[]): void {
  const tellOnce = (request: FastifyRequest, reply: FastifyReply) => {
    if (reply.isOver) return
    reply.isOver = true
    for (const tell of listeners) {
      try {
        tell(request, reply)
      } catch (error) {
        // A connection that closes tells of it too, and nobody would catch it there: the whole service would end.
        request.log.error({ request_id: request.id, err: error }, 'request not told of')
      }
    }
  }
  app.decorateReply('isOver', false)
  app.addHook('onSend', (request, reply, _payload, done) => {
    // What is closed already will not close again.
    if (reply.raw.destroyed) tellOnce(request, reply)
    else reply.raw.once('close', () => tellOnce(request, reply))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    tellOnce(request, reply)
    done()
  })
}
