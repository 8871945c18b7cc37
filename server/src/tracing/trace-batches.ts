import type { BatchWatch } from '../primitives/gather.ts'
import type { SpanContext } from './span.ts'
import type { OpenSpan, Tracer } from './tracer.ts'

/** Who waits, and since when. */
type Joined = { from: SpanContext | null; waits: OpenSpan | null; inner: unknown }

/**
 * A batch has many causes and so belongs to none of their traces: it has one of its own, which links those who shared it, and each of them has a
 * span for its share that links the batch. Where none of them is kept, neither is the batch.
 */
export function traceBatches(tracer: Tracer, door: string, inner: BatchWatch): BatchWatch<Joined> {
  return {
    joined(aboutOf) {
      const from = tracer.current()
      // What providers say of a payment belongs to the payment's trace; a request that makes one has its own, until it is made.
      const of = door.endsWith('.resolve') ? aboutOf() : null
      const hasPlace = of !== null || from !== null
      const waits = hasPlace ? tracer.open({ name: door, kind: 'internal', of }) : null
      return { from, waits, inner: inner.joined(aboutOf) }
    },
    began(joined) {
      const ended = inner.began(joined.map((one) => one.inner))
      const kept = joined.flatMap(({ waits }) => (waits?.context.isKept ? [waits] : []))
      if (kept.length === 0) return ended
      const batch = tracer.openKept({
        name: `batch ${door}`,
        kind: 'internal',
        links: kept.map(({ context }) => context),
        attributes: { 'malipo.door': door, 'malipo.batch_size': joined.length },
      })
      for (const one of kept) one.link(batch.context)
      return (error) => {
        const fault = error === undefined ? undefined : 'the batch failed'
        batch.end(fault)
        for (const one of kept) one.end(fault)
        ended(error)
      }
    },
  }
}
