import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { measurePools } from './measure-pools.ts'
import { shareReading } from './share-reading.ts'
import type { WhenOver } from './when-over.ts'

/** Seconds. Dense where payments live, sparse where only trouble does. */
const latencyBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/** Counts requests by route and answer, beside the process, event loop and database connections. */
export function createMetrics(databases: Record<string, Database>) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'malipo_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: latencyBuckets,
    registers: [registry],
  })
  const inFlight = new Gauge({
    name: 'malipo_http_requests_in_flight',
    help: 'Requests accepted and not yet answered, or whose caller has hung up and whose work is not yet done.',
    registers: [registry],
  })
  measurePools([registry], databases)
  const choreFailures = new Counter({
    name: 'malipo_chore_failures_total',
    help: 'Rounds of the work that the service does by itself which failed, by its name.',
    labelNames: ['chore'],
    registers: [registry],
  })
  // Finding a series by its labels costs more than counting in it, so each is found once.
  const found = new Map<string, ReturnType<typeof durations.labels>>()
  function series(method: string, route: string, status: number) {
    const name = `${method} ${route} ${status}`
    const known = found.get(name) ?? durations.labels(method, route, String(status))
    found.set(name, known)
    return known
  }
  let read = () => registry.metrics()
  return {
    /** Some figures are asked of the database, so whoever comes while it is being read shares that reading. */
    text: shareReading(() => read()),
    /** Those of this process, to be put together with those of others. */
    shown: () => registry.getMetricsAsJSON() as Promise<object[]>,
    /** Where several processes are one service, they are read together. */
    readWith(together: () => Promise<string>) {
      read = together
    },
    contentType: registry.contentType,
    registry,
    choreFailed: (chore: string) => choreFailures.inc({ chore }),
    measure(app: FastifyInstance, whenOver: WhenOver) {
      app.addHook('onRequest', (_request, _reply, done) => {
        inFlight.inc()
        done()
      })
      whenOver((request, reply) => {
        inFlight.dec()
        // A stream lasts as long as somebody listens, which says nothing of how quick we are.
        if (request.routeOptions.config.operation?.stream) return
        // The pattern, never the path: ids in labels would grow without end.
        const route = request.routeOptions.url ?? 'unknown'
        series(request.method, route, reply.statusCode).observe(reply.elapsedTime / 1000)
      })
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>
