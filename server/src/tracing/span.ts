/** Which trace and which span of it, and whether it is kept. */
export type SpanContext = { traceId: string; spanId: string; isKept: boolean }

export type Value = string | number | boolean
export type Attributes = Record<string, Value | null | undefined>

export type SpanKind = 'internal' | 'server' | 'client'

/** One that has ended. Times are milliseconds since 1970, with fractions. */
export type Span = SpanContext & {
  parentId: string | null
  name: string
  kind: SpanKind
  beganMs: number
  endedMs: number
  attributes: Attributes
  links: SpanContext[]
  /** Null where all went well. */
  fault: string | null
}

/** Ids of payments and of traces have the same length: whatever happens to a payment, in whatever process, belongs to the trace of its id. */
export function traceOf(id: string): string | null {
  const hex = /([0-9a-f]{32})$/.exec(id.replaceAll('-', '').toLowerCase())?.[1]
  return hex === undefined || /^0+$/.test(hex) ? null : hex
}
