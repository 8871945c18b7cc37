import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../primitives/refusal.ts'

/** Counts who is inside, so that a stopping service lets them finish and answers everyone else 503. */
export type Gate = {
  enter(request: FastifyRequest, reply: FastifyReply): Refusal | undefined
  /** From now on whoever leads callers here is told not to, and each answer ends its connection; nobody is turned away yet. */
  leave(): void
  /** Closes the gate and waits until all who are inside have their answer, or the time is up. */
  closeAndWait(atMostMs: number): Promise<void>
  close(): void
  /** For answers that would go on: tells them to end when the gate closes, or at once if it has. Returns how to forget them. */
  whenClosing(end: () => void): () => void
  /** Whether callers should be led here. */
  isOpen(): boolean
}

export function createGate(): Gate {
  let closed = false
  let leaving = false
  let inside = 0
  let whenEmpty: (() => void) | undefined
  const endless = new Set<() => void>()

  function close() {
    closed = true
    for (const end of endless) end()
    endless.clear()
  }

  function goOut() {
    inside -= 1
    if (inside === 0) whenEmpty?.()
  }

  return {
    enter(request, reply) {
      if (closed && request.url !== '/healthz') {
        reply.header('connection', 'close')
        return new Refusal('unavailable', { message: 'The service is stopping. Retry in a moment.' })
      }
      if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
        return new Refusal('bad_request', { message: 'The request has no Host header.' })
      }
      if (leaving) reply.header('connection', 'close')
      inside += 1
      reply.raw.once('close', goOut)
      return undefined
    },
    leave() {
      leaving = true
    },
    close,
    whenClosing(end) {
      if (closed) end()
      else endless.add(end)
      return () => void endless.delete(end)
    },
    closeAndWait(atMostMs) {
      close()
      if (inside === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const giveUp = setTimeout(resolve, atMostMs)
        whenEmpty = () => {
          clearTimeout(giveUp)
          // One more turn of the loop, so that requests refused meanwhile get their 503 out.
          setImmediate(resolve)
        }
      })
    },
    isOpen: () => !closed && !leaving,
  }
}
