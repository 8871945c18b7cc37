import type { SpanContext } from './span.ts'

const shape = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** What a caller says of its own trace, by the W3C recommendation; null where it says nothing that can be used. */
export function readTraceparent(header: unknown): SpanContext | null {
  if (typeof header !== 'string' || header.length > 200) return null
  const found = shape.exec(header)
  if (found === null) return null
  const [, version, traceId = '', spanId = '', flags = '', more] = found
  if (version === '00' && more !== undefined) return null
  return { traceId, spanId, isKept: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function writeTraceparent({ traceId, spanId, isKept }: SpanContext): string {
  return `00-${traceId}-${spanId}-${isKept ? '01' : '00'}`
}
