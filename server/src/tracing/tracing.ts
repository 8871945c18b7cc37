import type { FastifyInstance } from 'fastify'
import type { Clock } from '../primitives/clock.ts'
import type { BatchWatch } from '../primitives/gather.ts'
import type { TracingSettings, WhenOver } from '../telemetry/telemetry.ts'
import { exportSpans } from './export-spans.ts'
import { writeOtlp } from './otlp.ts'
import { traceBatches } from './trace-batches.ts'
import { traceRequests } from './trace-requests.ts'
import { writeTraceparent } from './traceparent.ts'
import { createTracer, type OpenSpan, type SpanWishes } from './tracer.ts'

export type { OpenSpan } from './tracer.ts'

export type Tracing = {
  watch(app: FastifyInstance, whenOver: WhenOver): void
  watchBatches(door: string, inner: BatchWatch): BatchWatch
  /** Work that is a span. Whatever it begins belongs to it. */
  span<Result>(wishes: SpanWishes, work: (span: OpenSpan) => Promise<Result>): Promise<Result>
  /** How another service is told of a span; null where it is not kept, and there is nothing to tell. */
  headerFor(span: OpenSpan): string | null
  counts: { exported: number; dropped: number }
  close(): Promise<void>
}

type Desk = { clock: Clock; version: string; onError(error: unknown): void }

export function startTracing(settings: TracingSettings, { clock, version, onError }: Desk): Tracing {
  const resource = {
    'service.name': settings.serviceName,
    'service.version': version,
    'process.pid': process.pid,
    ...settings.resource,
  }
  const exporter = exportSpans({
    url: settings.url,
    headers: settings.headers,
    write: (spans) => writeOtlp(spans, { resource, version }),
    onError,
  })
  const tracer = createTracer(clock, settings, exporter.take)
  return {
    watch: (app, whenOver) => traceRequests(app, whenOver, tracer),
    watchBatches: (door, inner) => traceBatches(tracer, door, inner) as BatchWatch,
    async span(wishes, work) {
      const span = tracer.open(wishes)
      return await tracer.within(span.context, () => work(span))
    },
    headerFor: ({ context }) => (context.isKept ? writeTraceparent(context) : null),
    counts: exporter.counts,
    close: exporter.close,
  }
}
