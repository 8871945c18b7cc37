import type { Client } from './client.ts'
import { MalipoError } from './malipo-error.ts'
import { mayRetry } from './may-retry.ts'
import { readServerSentEvents } from './read-server-sent-events.ts'
import type { MalipoEvent } from './resources/event-bodies.ts'
import type { EventsCalls } from './resources/events.ts'
import { callFetch, failureOf } from './send-request.ts'
import { wait } from './wait.ts'

export type StreamQuery = {
  /** Only events of these types. */
  types?: readonly MalipoEvent['type'][] | undefined
  /** The last event that you have, to go on after it. Without it the stream begins now. */
  lastEventId?: string | undefined
}

export type StreamOptions = {
  /** Ends the stream: it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Another merchant than the client's. */
  merchantId?: string | undefined
  /** Told each time the line stands: at first, and after it was cut. */
  onOpen?: (() => void) | undefined
}

/** The service says something every 15 seconds; a line that is silent for so long is cut, whether or not anybody told. */
const silenceMs = 45_000

const firstWaitMs = 500
const mostWaitMs = 15_000

/** How far the service looks back from the event that it goes on after, and a little more. */
const lookBackMs = 60_000
const mostKnown = 10_000

type Following = {
  client: Client
  calls: EventsCalls
  query: { types?: string }
  within: { signal: AbortSignal | undefined; merchantId: string | undefined }
  /** The event to go on after; undefined while there has never been one. */
  lastEventId: string | undefined
  /** Ids that were given, or were there before the stream began. */
  known: Set<string>
}

type Line = { missed: MalipoEvent[]; chunks: AsyncIterable<Uint8Array>; hangUp(): void }

/** Events as they happen, each once and none left out, over as many connections as it takes. */
export async function* followEvents(
  client: Client,
  calls: EventsCalls,
  { types, lastEventId }: StreamQuery = {},
  { signal, merchantId, onOpen }: StreamOptions = {},
): AsyncGenerator<MalipoEvent, void> {
  const query = types === undefined ? {} : { types: types.join(',') }
  const following: Following = {
    client,
    calls,
    query,
    within: { signal, merchantId },
    lastEventId,
    known: new Set(),
  }
  if (lastEventId === undefined) await beginNow(following)
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, mostWaitMs)) {
    const line = await openLine(following)
    if ('retryAfterMs' in line) {
      await wait(line.retryAfterMs + Math.random() * waitMs, signal)
      continue
    }
    waitMs = firstWaitMs
    try {
      onOpen?.()
      for (const event of line.missed) if (isNew(following, event.id)) yield event
      for await (const { id, data } of readServerSentEvents(line.chunks)) {
        if (isNew(following, id)) yield { id, ...JSON.parse(data) }
      }
    } finally {
      line.hangUp()
    }
    await wait(Math.random() * waitMs, signal)
  }
}

/** Finds the event to begin after, so that there is a place to go on from when the line is cut before anything happened. */
async function beginNow(following: Following): Promise<void> {
  const { calls, query, within, known } = following
  let newestMs: number | undefined
  for await (const { id, timestamp } of calls.list({ ...query, page_size: 100 }, within)) {
    const atMs = Date.parse(timestamp)
    newestMs ??= atMs
    following.lastEventId ??= id
    if (newestMs - atMs > lookBackMs || known.size >= mostKnown) return
    known.add(id)
  }
}

/** Where there was no event at all when the stream began, all that there are now have happened since. */
async function missedSince({ calls, query, within, lastEventId }: Following): Promise<MalipoEvent[]> {
  if (lastEventId !== undefined) return []
  const events: MalipoEvent[] = []
  for await (const { id, type, timestamp, data } of calls.list({ ...query, page_size: 100 }, within)) {
    events.push({ id, type, timestamp, data } as MalipoEvent)
  }
  return events.reverse()
}

function isNew(following: Following, id: string): boolean {
  following.lastEventId = id
  const { known } = following
  if (known.has(id)) return false
  known.add(id)
  const [oldest = ''] = known.size > mostKnown ? known : []
  known.delete(oldest)
  return true
}

/** A connection that stands, or how long to leave the service alone. A refusal that would be the same the next time is thrown. */
async function openLine(following: Following): Promise<Line | { retryAfterMs: number }> {
  const { client, query, within, lastEventId } = following
  const watch = watchSilence(within.signal)
  const call = { method: 'GET', path: '/v1/merchant/events/stream', marks: new Set(['query', 'as-merchant']) }
  const given = { call, parameters: [], input: query, options: { merchantId: within.merchantId } }
  const request = await client.requestOf({ ...given, accept: 'text/event-stream' })
  if (lastEventId !== undefined) request.headers['Last-Event-ID'] = lastEventId
  const requestId = crypto.randomUUID()
  try {
    const response = await callFetch(client.wire, request, requestId, watch.signal)
    if (!response.ok) throw failureOf(response, new Uint8Array(await response.arrayBuffer()), requestId)
    const missed = await missedSince(following)
    return { missed, chunks: watch.chunksOf(response), hangUp: watch.hangUp }
  } catch (error) {
    watch.hangUp()
    within.signal?.throwIfAborted()
    if (error instanceof MalipoError && !mayRetry(error, true)) throw error
    return { retryAfterMs: error instanceof MalipoError ? (error.retryAfterMs ?? 0) : 0 }
  }
}

/** Cuts a line on which nothing is heard any more. What is cut ends; the loop above opens the next. */
function watchSilence(outer: AbortSignal | undefined) {
  const inner = new AbortController()
  const hangUp = () => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', hangUp)
    inner.abort()
  }
  let timer = setTimeout(hangUp, silenceMs)
  outer?.addEventListener('abort', hangUp)
  if (outer?.aborted) hangUp()
  async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
    const reader = body?.getReader()
    try {
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
        clearTimeout(timer)
        timer = setTimeout(hangUp, silenceMs)
        yield read.value
      }
    } catch {
      // The line was cut, which says nothing about the events.
    }
    outer?.throwIfAborted()
  }
  return { signal: inner.signal, hangUp, chunksOf }
}
