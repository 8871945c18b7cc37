import { setTimeout as sleep } from 'node:timers/promises'
import { Trouble } from '../failures.ts'
import { signedHeaders } from './sign-delivery.ts'

/** An event as the stream tells it. */
export type ToldEvent = { id: string; type: string; timestamp: string; data: unknown }

/** What became of a call to the receiver: its answer, or why there is none although it was called. */
export type Answer = { status: number; duration_ms: number } | { error: string; duration_ms: number }

export type Delivering = {
  url: string
  secret: string
  now(): Date
  signal: AbortSignal
  /** Told once when the receiver cannot be reached, and once when it can again. */
  onDown(reason: string): void
  onUp(): void
  /** How long somebody may take to start it again. */
  patienceMs: number
  /** As long as the service itself waits for an answer. */
  timeoutMs?: number
}

/** What says that nobody is there, so that the event was not seen. */
const unreachable = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** What ends a call before anything of it was sent: a certificate that is not trusted, two that speak differently, a port that is barred. */
const unsent = /^(ERR_(SSL|TLS)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|bad port$)/

const stepsMs = [500, 1_000, 2_000, 4_000, 5_000]

/**
 * Calls the receiver once. Only where nobody is there it is tried again, because then nothing was seen of the event; what is
 * answered, whatever it is, is for the developer to see.
 */
export async function deliver(event: ToldEvent, delivering: Delivering): Promise<Answer> {
  const { patienceMs, onDown, onUp, signal } = delivering
  const begunMs = performance.now()
  for (let tries = 1; ; tries += 1) {
    const result = await call(event, delivering)
    if (!('unreachable' in result)) {
      if (tries > 1) onUp()
      return result
    }
    if (tries === 1) onDown(result.unreachable)
    const waitMs = stepsMs[Math.min(tries, stepsMs.length) - 1] ?? 0
    if (performance.now() - begunMs + waitMs > patienceMs)
      throw new Trouble(
        `Nobody was there at ${delivering.url} for ${Math.round(patienceMs / 1000)} s (${result.unreachable}, tried ${tries} times).`,
        `Start your receiver, then listen again: it goes on with event ${event.id}, and nothing is lost.`,
      )
    await sleep(waitMs, undefined, { signal })
  }
}

async function call(
  { id, type, timestamp, data }: ToldEvent,
  { url, secret, now, signal, timeoutMs = 15_000 }: Delivering,
): Promise<Answer | { unreachable: string }> {
  const body = JSON.stringify({ type, timestamp, data })
  const begunMs = performance.now()
  const took = () => Math.round(performance.now() - begunMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: signedHeaders({ id, body, at: now(), secret }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    await response.body?.cancel()
    return { status: response.status, duration_ms: took() }
  } catch (error) {
    signal.throwIfAborted()
    const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } }
    if (name === 'TimeoutError')
      return { error: `no answer within ${timeoutMs / 1000} s`, duration_ms: took() }
    const reason = cause?.code ?? cause?.message ?? String(error)
    if (unreachable.includes(reason) || unsent.test(reason)) return { unreachable: reason }
    return { error: reason, duration_ms: took() }
  }
}
