import { hideSecrets } from '../telemetry/telemetry.ts'
import type { Attributes, Span, SpanKind, Value } from './span.ts'

const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3 }

export type Sender = { resource: Attributes; version: string }

/** Spans as a collector takes them: the JSON of OTLP, in which ids are hexadecimal and times texts of nanoseconds. */
export function writeOtlp(spans: Span[], { resource, version }: Sender): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: writeAttributes(resource) },
        scopeSpans: [{ scope: { name: 'malipo', version }, spans: spans.map(writeSpan) }],
      },
    ],
  })
}

function writeSpan(span: Span): object {
  const { traceId, spanId, parentId, name, kind, links, fault } = span
  return {
    traceId,
    spanId,
    ...(parentId !== null && { parentSpanId: parentId }),
    name: hideSecrets(name),
    kind: kinds[kind],
    startTimeUnixNano: nanosOf(span.beganMs),
    endTimeUnixNano: nanosOf(span.endedMs),
    attributes: writeAttributes(span.attributes),
    links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
    status: fault === null ? {} : { code: 2, message: hideSecrets(fault) },
  }
}

/** A number holds no nanoseconds of our time exactly. */
function nanosOf(ms: number): string {
  const whole = Math.trunc(ms)
  return `${BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * 1_000_000))}`
}

function writeAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: writeValue(value) }],
  )
}

/** What no log line may show, no span may either, whatever a caller has put where. */
function writeValue(value: Value): object {
  if (typeof value === 'string') return { stringValue: hideSecrets(value) }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
