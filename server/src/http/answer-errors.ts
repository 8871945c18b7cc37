import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Operation, RefusalCode } from '@malipo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPassingFault } from '../database/database.ts'
import { Refusal, tooLarge } from '../primitives/refusal.ts'

/** What the framework and its plugins throw, in our words. */
const frameworkRefusals: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_UNDER_PRESSURE: 'unavailable',
  FST_ERR_BAD_URL: 'not_found',
  // Of the method QUERY, which the framework knows and no operation has.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'method_not_allowed',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** Seconds. Long enough to let a restart happen, short enough that nobody gives up. */
const unavailableForSeconds = 2

export function answerErrors(app: FastifyInstance, operations: Operation[]): void {
  const patterns = operations.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (allowed.length === 0) throw new Refusal('not_found')
    reply.header('allow', allowed.join(', '))
    throw new Refusal('method_not_allowed', { message: `Use ${allowed.join(' or ')} on this path.` })
  })
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.send(envelopeOf(refuse(error, request, reply)))
}

/** Everything of a refusal but its body, for those who answer with another than the envelope. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal {
  const refusal = refusalOf(error, request)
  request.refusedWith = refusal.code
  if (refusal.status >= 500) {
    request.log[refusal.code === 'unavailable' ? 'warn' : 'error'](
      { request_id: request.id, err: error },
      'request failed',
    )
  }
  const waitSeconds = waitOf(refusal)
  if (waitSeconds !== undefined) reply.header('retry-after', waitSeconds)
  reply.status(refusal.status)
  return refusal
}

/** For what never becomes a request: the parser gave up on the bytes, or they did not come. */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  requestId: string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code: RefusalCode =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? 'request_timeout'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? 'headers_too_large'
        : 'bad_request'
  const refusal = new Refusal(code)
  const body = JSON.stringify(envelopeOf(refusal))
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `x-request-id: ${requestId}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

function refusalOf(error: unknown, { raw, routeOptions }: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  // Whoever hung up before all of the body had come: that is no fault of ours, and must not be counted as one.
  if (error === raw.errored) return new Refusal('bad_request')
  const { code } = error as { code?: unknown }
  const known = typeof code === 'string' ? frameworkRefusals[code] : undefined
  if (known === 'body_too_large') return tooLarge(routeOptions.bodyLimit)
  if (known) return new Refusal(known)
  if (isPassingFault(error)) return new Refusal('unavailable')
  return new Refusal('internal_error')
}

function waitOf({ code, details }: Refusal): number | undefined {
  if (code === 'unavailable') return unavailableForSeconds
  return code === 'rate_limited'
    ? ((details as { retry_after_seconds?: number } | null)?.retry_after_seconds ?? 60)
    : undefined
}

function envelopeOf({ code, message, details }: Refusal) {
  return { success: false, error: { code, message, details } }
}
