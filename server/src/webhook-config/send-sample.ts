import type { Attempt } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Attempted, type Send, signedHeaders } from '../courier/courier.ts'
import type { Clock } from '../primitives/clock.ts'
import type { SampleEvent } from './sample-events.ts'

export type SampleLetter = {
  event: SampleEvent
  url: string
  secrets: readonly string[]
  pauseMs?: number
}

export type SentSample = {
  headers: Record<string, string>
  attempted: Attempted
  shown: Static<typeof Attempt>
}

/** Sends a made-up event once, signed for this moment. It is kept nowhere. */
export async function sendSample(clock: Clock, send: Send, letter: SampleLetter): Promise<SentSample> {
  const { event, url, secrets, pauseMs } = letter
  const at = clock.now()
  const headers = signedHeaders({ ...event, at, secrets })
  const attempted = await send({ url, headers, body: event.body, ...(pauseMs !== undefined && { pauseMs }) })
  const shown = {
    at: at.toISOString(),
    url,
    result: attempted.result,
    status: attempted.status,
    error: attempted.error,
    response_body: attempted.responseBody,
    duration_ms: Math.round(attempted.durationMs),
  }
  return { headers, attempted, shown }
}
