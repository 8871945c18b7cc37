import type { IncomingHttpHeaders, Server } from 'node:http'
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { Operation } from '@malipo/contract'
import fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Identify, Principal } from '../auth/auth.ts'
import type { Database } from '../database/database.ts'
import type { NewId } from '../primitives/id.ts'
import { type FieldProblem, Refusal } from '../primitives/refusal.ts'
import { securityHeaders } from '../primitives/security-headers.ts'
import type { CountRequest } from '../tallies/tallies.ts'
import type { Log, Metrics, OverListener, WhenOver } from '../telemetry/telemetry.ts'
import type { World } from '../world/world.ts'
import { answerBrokenRequest, answerError, answerErrors } from './answer-errors.ts'
import { answerInTime } from './answer-in-time.ts'
import type { Pending } from './authorise.ts'
import { createGate, type Gate } from './gate.ts'
import { type CallsFromOutside, limitFor, limitKey, perMinute } from './limits.ts'
import { createTurns, largeBodyLimits, type Turns, turnLimitsFor } from './list-turns.ts'
import { readBodies } from './read-bodies.ts'
import { registerRoute } from './register-route.ts'
import type { Route } from './route.ts'
import { siblingFinder } from './sibling-fields.ts'
import { type Answered, decorateAnswered, tellAnswered } from './tell-answered.ts'
import { tellOfOver } from './tell-of-over.ts'
import { writeReplies } from './write-replies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal
    permitted: Principal | Pending | null
    jsonProblems: FieldProblem[] | null
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}

export type ServerOptions = {
  world: World
  lists: Database
  /** How many connections there are for lists. */
  listConnections: number
  /** Who changes something in a transaction of their own, and when. */
  changes: Turns
  /** Whether the database answers nobody just now. */
  standsStill?: (() => Promise<boolean>) | undefined
  identify: Identify
  routes: Route[]
  log: Log
  metrics: Metrics
  /** Absent where limits are off. */
  countRequest: CountRequest | undefined
  /** How many proxies in front of us may be believed about the caller's address. */
  trustedProxies: number
  callsFromOutside: CallsFromOutside
  /** Told of each request of somebody who is known, when its answer has left. */
  onAnswered?: ((answered: Answered) => void) | undefined
  /** Shorter in tests. */
  answerWithinMs?: number
  /** How late the event loop may be. Longer in tests, which share theirs with the service and the machine with each other. */
  overloadedAfterMs?: number | undefined
  /** Absent where no traces are wanted. */
  trace?: ((app: FastifyInstance, whenOver: WhenOver) => void) | undefined
}

export type HttpServer = { app: FastifyInstance; gate: Gate }

const bodyLimitBytes = 256 * 1024

/** Two samples of the event loop: the first may still have the start in it. */
const startingMs = 2_500

export async function createServer(options: ServerOptions): Promise<HttpServer> {
  const app: FastifyInstance = fastify(fastifyOptions(options))
  // An expectation we do not know is no reason to refuse; Node would, without our envelope.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  const gate = createGate()
  // The framework waits for whoever is inside, and streams would stay.
  app.addHook('preClose', (done) => {
    gate.close()
    done()
  })
  app.decorateRequest('principal')
  app.decorateRequest('permitted', null)
  app.decorateRequest('jsonProblems', null)
  decorateAnswered(app)
  app.setSerializerCompiler(writeReplies)
  readBodies(app)
  answerErrors(
    app,
    options.routes.map(({ operation }) => operation),
  )

  const headers = securityHeaders(options.world.baseUrl)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    for (const [name, value] of headers) reply.header(name, value)
    done()
  })
  // Whatever a handler waits for has a limit of its own, and all of it together this one.
  const listeners: OverListener[] = []
  const whenOver: WhenOver = (listener) => void listeners.push(listener)
  answerInTime(app, whenOver, options.answerWithinMs ?? 20_000)
  options.metrics.measure(app, whenOver)
  options.trace?.(app, whenOver)
  logRequests(whenOver)
  if (options.onAnswered) tellAnswered(app, whenOver, options.onAnswered)
  tellOfOver(app, listeners)
  // After those who count who comes, because they are told of whoever was turned away here too.
  app.addHook('onRequest', (request, reply, done) => {
    done(gate.enter(request, reply) ?? refusalOfGone(request))
  })
  let listeningSinceMs = Number.POSITIVE_INFINITY
  app.addHook('onListen', (done) => {
    listeningSinceMs = performance.now()
    done()
  })
  const overloadedAfterMs = options.overloadedAfterMs ?? 2_000
  await app.register(underPressure, {
    maxEventLoopDelay: overloadedAfterMs,
    // A delay as long as this leaves nothing to measure, and counts as endless. Were it shorter than what is too long, a hitch would.
    sampleInterval: overloadedAfterMs,
    pressureHandler: (request) => {
      // A busy service is alive: whoever restarts it for that makes it worse. And the work of starting is no overload.
      if (request.url === '/healthz' || performance.now() - listeningSinceMs < startingMs) return
      throw new Refusal('unavailable', {
        message: 'The service is overloaded. Wait as long as Retry-After says.',
      })
    },
  })
  app.addHook('onRequest', (request, _reply, done) => {
    options.identify(request.headers, request.ip).then((principal) => {
      request.principal = principal
      done()
    }, done)
  })
  if (options.countRequest) await limitRequests(app, options.countRequest, options.callsFromOutside)
  const { world, lists, routes, standsStill } = options
  const surroundings = {
    ...{ world, gate, lists, turns: createTurns(turnLimitsFor(options.listConnections), { standsStill }) },
    uploads: createTurns(largeBodyLimits, { what: 'uploads', standsStill }),
    changes: options.changes,
    siblingsOf: siblingFinder(routes.map(({ operation }) => operation)),
  }
  for (const route of routes) registerRoute(app, route, surroundings)
  return { app, gate }
}

function fastifyOptions({
  log,
  trustedProxies,
  world,
}: ServerOptions): FastifyHttpOptions<Server, FastifyBaseLogger> {
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // One line tells a request, and names its id; a logger for each request would cost more than the line.
    childLoggerFactory: (logger) => logger,
    trustProxy: (_address, hop) => hop < trustedProxies,
    genReqId: (request) => requestIdFrom(request.headers, world.newId),
    bodyLimit: bodyLimitBytes,
    // A whole request must arrive within 15 s; an idle connection may wait for 72, longer than the usual minute of
    // proxies, so that they close it and not we.
    requestTimeout: 15_000,
    connectionTimeout: 90_000,
    keepAliveTimeout: 72_000,
    // Without a Host header Node would answer by itself, without our envelope; the gate refuses it instead.
    http: { connectionsCheckingInterval: 1_000, headersTimeout: 10_000, requireHostHeader: false },
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      answerError(error, request, reply)
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, world.newId()),
  }
}

async function limitRequests(
  app: FastifyInstance,
  countRequest: CountRequest,
  callsFromOutside: CallsFromOutside,
): Promise<void> {
  await app.register(rateLimit, {
    timeWindow: '1 minute',
    max: (request) => limitFor(request, callsFromOutside),
    keyGenerator: (request) => limitKey(request, callsFromOutside),
    store: storeOf(countRequest),
    enableDraftSpec: true,
    addHeadersOnExceeding: {
      'ratelimit-limit': true,
      'ratelimit-remaining': true,
      'ratelimit-reset': true,
    } as never,
    errorResponseBuilder: (_request, context) =>
      new Refusal('rate_limited', {
        details: { limit: context.max, per: perMinute, retry_after_seconds: Math.ceil(context.ttl / 1000) },
      }),
  })
}

/** The library says who is over a limit and tells callers of it; counting is ours, because all processes count together. */
function storeOf(countRequest: CountRequest): FastifyRateLimitStoreCtor {
  return class {
    incr(
      name: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
      most: number,
    ) {
      Promise.resolve(countRequest(name, { most, windowMs })).then(
        ({ count, leftMs }) => done(null, { current: count, ttl: leftMs }),
        done,
      )
    }
    child() {
      return this
    }
  }
}

/** Whoever has cut the connection before we looked has no address any more, and nobody further in expects that. */
function refusalOfGone({ ip }: { ip: string | undefined }): Refusal | undefined {
  return ip === undefined ? new Refusal('bad_request') : undefined
}

/** A stream has no end to wait for, and whoever leaves it has heard it. */
function hungUp(reply: FastifyReply): boolean {
  return (
    !reply.raw.writableFinished && !String(reply.getHeader('content-type')).startsWith('text/event-stream')
  )
}

function logRequests(whenOver: WhenOver): void {
  whenOver((request, reply) => {
    request.log.info({
      request_id: request.id,
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      caller: limitKey(request),
      ...(hungUp(reply) && { hung_up: true }),
    })
  })
}

/** Where somebody's number stands in the path, the log has the name of its place. */
function pathOf({ url, routeOptions }: FastifyRequest): string {
  const path = routeOptions.config.operation?.path ?? ''
  return path.endsWith('/{value}') ? path : withoutWords(url)
}

/** What merchants look for in words of their own may be anything about anybody. */
function withoutWords(url: string): string {
  // A letter of the name may be written as an escape.
  if (!/%|metadata/.test(url) || !url.includes('?')) return url
  return url.replaceAll(/([?&])([^=&]*)=([^&]*)/g, (whole, before: string, name: string) => {
    const plain = name.replaceAll(/%(?:[46][1-9A-F]|[57][0-9A])/gi, decodeURIComponent)
    return plain.includes('metadata') ? `${before}${plain}=[hidden]` : whole
  })
}

/** Letters, digits and a little punctuation: safe in a header, a log line and a support ticket. */
const sane = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/

function requestIdFrom(headers: IncomingHttpHeaders, newId: NewId): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && sane.test(given) ? given : newId()
}
