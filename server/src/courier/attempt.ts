import type { AttemptResult } from '@malipo/contract'

/** One call to a merchant's endpoint, ready to go. */
export type Letter = {
  url: string
  headers: Record<string, string>
  body: string
  /** Waits this long in the middle of the body; only the check before going live does. */
  pauseMs?: number
}

/** What came of it. Not an exception: whatever a receiver does is an answer, and is kept. */
export type Attempted = {
  result: AttemptResult
  /** The HTTP status, if one came back. */
  status: number | null
  error: string | null
  /** The first 4 KB of the answer, fit to be stored as text. */
  responseBody: string | null
  /** How long the receiver asked us to wait. */
  retryAfterMs: number | null
  durationMs: number
}

/** For everything together: finding the address, connecting, sending, and the answer. */
export const deadlineMs = 15_000

export type Send = (letter: Letter) => Promise<Attempted>
