import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WhenOver } from '../telemetry/telemetry.ts'
import { readTraceparent } from './traceparent.ts'
import type { OpenSpan, Tracer } from './tracer.ts'

/** What is read every few seconds by those who watch would only fill traces. */
const unwatched = ['/healthz', '/readyz', '/metrics']

/** Where a payment or a payout comes into being. */
const asksForMoney =
  /^\/v1\/(?:collections|merchant\/withdrawals|disbursements|refunds|public\/payment-links)\b/

/**
 * Each request is a span, in the caller's trace if it brought one. The pattern of the address is told and never the address itself, nor the
 * address of the caller, nor anything that was sent. A payment that was made begins its own trace, and both lead to each other.
 */
export function traceRequests(app: FastifyInstance, whenOver: WhenOver, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    if (route !== undefined && unwatched.includes(route)) return done()
    const name = `${request.method} ${route ?? 'unknown'}`
    const span = tracer.open({ name, kind: 'server' }, readTraceparent(request.headers.traceparent))
    spans.set(request, span)
    tracer.within(span.context, done)
  })
  // Whoever reads a body goes on in the context of its connection, which may be that of an earlier request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) tracer.within(span.context, done)
    else done()
  })
  whenOver((request, reply) => {
    const span = spans.get(request)
    if (span === undefined) return
    const { statusCode: status } = reply
    const made = status < 300 ? beginTrace(request, span, tracer) : null
    span.set({
      'http.request.method': request.method,
      'http.route': request.routeOptions.url,
      'http.response.status_code': status,
      'error.type': request.refusedWith ?? (status >= 500 ? String(status) : null),
      'malipo.request_id': request.id,
      'malipo.operation': request.routeOptions.config.operation?.id,
      'malipo.merchant_id': request.actor?.merchantId,
      'malipo.environment': request.actor?.environment,
      'malipo.payment_id': made,
    })
    span.end(status >= 500 ? 'the service could not do it' : undefined)
  })
}

function beginTrace(request: FastifyRequest, span: OpenSpan, tracer: Tracer): string | null {
  const { madeId: id, method } = request
  const { url = '', config } = request.routeOptions
  if (id === null || method !== 'POST' || url.includes(':') || !asksForMoney.test(url)) return null
  const name = `asked for by ${config.operation?.id ?? 'a request'}`
  const first = tracer.open(
    { name, kind: 'internal', of: id, attributes: { 'malipo.payment_id': id } },
    span.context,
  )
  first.end()
  if (first.context.isKept) span.link(first.context)
  return id
}
