/** What became of one attempt: an answer that is no success, or none at all. */
export type Failed = {
  /** Absent where no answer came. */
  status?: number | undefined
  code?: string | undefined
  /** What the header Retry-After asks for. */
  retryAfterMs?: number | undefined
}

export type Pace = {
  /** The longest wait after the first attempt; it doubles with each. */
  firstMs: number
  mostMs: number
  /** A longer Retry-After is left to the caller, who knows what else to do meanwhile. */
  mostRetryAfterMs: number
}

export const usualPace: Pace = { firstMs: 500, mostMs: 8_000, mostRetryAfterMs: 30_000 }

/** Gateways in front of the service answer these when they could not reach it. */
const unreached = [502, 503, 504]

/**
 * Whether another attempt makes sense. What was turned away before anything happened (429) may always come again. Where nobody
 * knows what happened, only what is harmless twice is repeated. A 500 is, as its own text advises; `provider_error` is
 * not, because the provider was asked already and will not think better of it within seconds.
 */
export function mayRetry({ status, code }: Failed, isRepeatable: boolean): boolean {
  if (status === 429) return true
  if (!isRepeatable || code === 'provider_error') return false
  if (status === undefined || status === 500 || unreached.includes(status)) return true
  return status === 408 || code === 'idempotency_in_progress'
}

/**
 * How long to wait before the next attempt, or undefined where it is too long. Anything up to a growing bound, by chance: callers that
 * failed together must not come back together.
 */
export function waitBeforeRetry(
  { retryAfterMs = 0 }: Failed,
  attempts: number,
  pace: Pace,
  chance: () => number = Math.random,
): number | undefined {
  if (retryAfterMs > pace.mostRetryAfterMs) return undefined
  return retryAfterMs + chance() * Math.min(pace.mostMs, pace.firstMs * 2 ** (attempts - 1))
}

/** Seconds, or a date, as HTTP has it. */
export function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - nowMs : seconds * 1000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
