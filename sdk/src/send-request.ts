import type { CookieJar } from './cookie-jar.ts'
import { type ErrorDetails, MalipoConnectionError, MalipoError } from './malipo-error.ts'
import { mayRetry, type Pace, readRetryAfter, waitBeforeRetry } from './may-retry.ts'
import { wait } from './wait.ts'

/** A call as it goes over the wire, as often as it takes. */
export type Request = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | undefined
  isRepeatable: boolean
  timeoutMs: number
  signal?: AbortSignal | undefined
}

export type Wire = {
  fetch: typeof fetch
  jar: CookieJar
  /** What proves who calls; asked for each attempt, because a session may be renewed meanwhile. */
  credentials(): Record<string, string>
  maxRetries: number
  /** Nothing is begun later than this after the first attempt. */
  totalTimeoutMs: number
  pace: Pace
}

export type Answer = { status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer> }

/** Sends a request until it is answered, refused for good, or no attempt is left. An abort ends it at once. */
export async function sendRequest(wire: Wire, request: Request): Promise<Answer> {
  const endMs = performance.now() + wire.totalTimeoutMs
  for (let attempts = 1; ; attempts += 1) {
    const result = await attempt(wire, request, Math.min(request.timeoutMs, endMs - performance.now()))
    if (!(result instanceof MalipoError)) return result
    if (attempts > wire.maxRetries || !mayRetry(result, request.isRepeatable)) throw result
    const waitMs = waitBeforeRetry(result, attempts, wire.pace)
    if (waitMs === undefined || performance.now() + waitMs >= endMs) throw result
    await wait(waitMs, request.signal)
  }
}

async function attempt(wire: Wire, request: Request, timeoutMs: number): Promise<Answer | MalipoError> {
  const requestId = crypto.randomUUID()
  const clock = startTimeout(timeoutMs, request.signal)
  try {
    const response = await callFetch(wire, request, requestId, clock.signal)
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (response.ok) return { status: response.status, headers: response.headers, bytes }
    return failureOf(response, bytes, requestId)
  } catch (cause) {
    request.signal?.throwIfAborted()
    return unanswered(cause, request, requestId, clock.isOver() ? timeoutMs : undefined)
  } finally {
    clock.stop()
  }
}

/** One attempt, up to the head of its answer. */
export async function callFetch(
  { fetch, jar, credentials }: Wire,
  { method, url, headers, body }: Omit<Request, 'isRepeatable' | 'timeoutMs' | 'signal'>,
  requestId: string,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...credentials(), 'X-Request-Id': requestId },
    // Whoever redirects a call would get its key, and turn a POST into a GET.
    redirect: 'manual',
    signal,
    ...(body !== undefined && { body }),
  })
  jar.keep(response.headers)
  return response
}

/** Timers that are asked for more than this ring at once. */
const mostTimerMs = 2 ** 31 - 1

function startTimeout(timeoutMs: number, outer: AbortSignal | undefined) {
  const inner = new AbortController()
  const timer = setTimeout(() => inner.abort(), Math.min(timeoutMs, mostTimerMs))
  const onAbort = () => inner.abort(outer?.reason)
  if (outer?.aborted) onAbort()
  outer?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: inner.signal,
    isOver: () => inner.signal.aborted,
    stop() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', onAbort)
    },
  }
}

const whatIsUnknown = 'Whether it was carried out is unknown.'

function unanswered(
  cause: unknown,
  { url }: Request,
  requestId: string,
  timeoutMs: number | undefined,
): MalipoConnectionError {
  return timeoutMs === undefined
    ? new MalipoConnectionError({
        code: 'connection_failed',
        message: `${new URL(url).origin} could not be reached, or hung up. ${whatIsUnknown} Is the service running there?`,
        requestId,
        cause,
      })
    : new MalipoConnectionError({
        code: 'timeout',
        message: `No answer came within ${Math.round(timeoutMs)} ms. ${whatIsUnknown}`,
        requestId,
      })
}

/** What an answer that is no success says. */
export function failureOf({ status, headers }: Response, bytes: Uint8Array, sentId: string): MalipoError {
  const requestId = headers.get('x-request-id') ?? sentId
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), Date.now())
  const refusal = envelopeOf(bytes)?.error as { code: string; message: string; details: unknown } | undefined
  if (typeof refusal?.code !== 'string') {
    return unreadable({ status, requestId, retryAfterMs }, headers.get('location'))
  }
  const { code, message, details } = refusal
  return new MalipoError({ code, message, status, requestId, details, retryAfterMs })
}

/** What is in a successful answer. */
export function dataOf({ status, headers, bytes }: Answer): unknown {
  const envelope = envelopeOf(bytes)
  if (envelope?.success === true) return envelope.data
  throw unreadable({ status, requestId: headers.get('x-request-id') ?? undefined }, null)
}

function envelopeOf(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function unreadable(
  seen: Pick<ErrorDetails, 'status' | 'requestId' | 'retryAfterMs'>,
  location: string | null,
) {
  const { status = 0 } = seen
  // A gateway that gave up waiting knows no more than we do; one that turned the call away, or sends it elsewhere, does.
  const isUnknown = status >= 500 || status < 300
  const message = location
    ? `The address redirects to ${location}. Give the client the address of the service itself as baseUrl.`
    : `The answer (${status}) is not one of Malipo. Check baseUrl, and what stands between you and the service.${isUnknown ? ` ${whatIsUnknown}` : ''}`
  const Failure = status >= 500 ? MalipoConnectionError : MalipoError
  return new Failure({ code: 'unreadable_reply', message, ...seen })
}
