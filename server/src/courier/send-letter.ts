import { Readable } from 'node:stream'
import type { AttemptResult } from '@malipo/contract'
import type { Dispatcher } from 'undici'
import { type AddressGuard, BlockedAddress } from './address-guard.ts'
import { explainFailure } from './explain-failure.ts'
import { type Connections, hadHungUp, keepConnections } from './keep-connections.ts'
import { type Answer, errorOf, resultOf, retryAfterOf, takeChunk, textOf } from './read-answer.ts'

/** One call to a merchant's endpoint, ready to go. */
export type Letter = {
  url: string
  headers: Record<string, string>
  body: string
  /** Waits this long in the middle of the body; only the check before going live does. */
  pauseMs?: number
  /** What it tells of, where it is a delivery. */
  about?: { resourceId: string; eventId: string; endpointId: string; deliveryId: string }
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

export type SenderOptions = {
  guard: AddressGuard
  /** Over everything: looking the name up, connecting, sending, and reading the answer. */
  deadlineMs?: number
  now: () => Date
}

export type Sender = { send: Send; close(): Promise<void> }

/** Sends letters over connections that stay open; how many at once is the caller's business. */
export function createSender({ guard, deadlineMs: limitMs = deadlineMs, now }: SenderOptions): Sender {
  const connections = keepConnections(guard)
  let isClosed = false

  const send: Send = (letter) => {
    if (isClosed) return Promise.resolve(failed('unreachable', 'sending was stopped', 0))
    const url = URL.parse(letter.url)
    if (url === null || !/^https?:$/.test(url.protocol))
      return Promise.resolve(failed('unreachable', 'the address is not one of the web', 0))
    return new Promise((resolve) => dispatch({ letter, url, connections, deadlineMs: limitMs, now, resolve }))
  }

  const close = () => {
    isClosed = true
    return connections.close()
  }

  return { send, close }
}

type Sending = {
  letter: Letter
  url: URL
  connections: Connections
  deadlineMs: number
  now: () => Date
  resolve: (attempted: Attempted) => void
}

function dispatch({ letter, url, connections, deadlineMs, now, resolve }: Sending): void {
  const startedAt = performance.now()
  const request = requestOf(letter, url)
  // A body that takes its time is best alone on its connection.
  let connection = letter.pauseMs === undefined ? connections.take(url.origin) : connections.open(url.origin)
  let answer: Answer | undefined
  let isSettled = false

  const timer = setTimeout(() => end('timeout', `no answer within ${deadlineMs / 1000} seconds`), deadlineMs)

  /** Once a status is here it decides, whatever became of the body. */
  function end(result: Attempted['result'], error: string): void {
    if (isSettled) return
    settle(
      answer === undefined ? failed(result, error, since(startedAt)) : answered(answer, since(startedAt)),
    )
    connections.cut(connection)
  }

  function settle(attempted: Attempted): void {
    isSettled = true
    clearTimeout(timer)
    if (request.body instanceof Readable) request.body.destroy()
    resolve(attempted)
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      if (isSettled) controller.abort(new Error('the deadline is over'))
    },
    onResponseStart(_, status, headers) {
      if (isSettled || status < 200) return
      answer = { status, retryAfterMs: retryAfterOf(headers['retry-after'], now), chunks: [], bytes: 0 }
    },
    onResponseData(_, chunk) {
      if (!isSettled && answer !== undefined && !takeChunk(answer, chunk)) end('refused', '')
    },
    onResponseEnd() {
      if (isSettled || answer === undefined) return
      settle(answered(answer, since(startedAt)))
      if (letter.pauseMs === undefined) connections.giveBack(connection)
      else connections.cut(connection)
    },
    onResponseError(_, error) {
      if (isSettled) return
      const mayRepeat = answer === undefined && hadHungUp(connection, error)
      if (!mayRepeat)
        return end(error instanceof BlockedAddress ? 'blocked' : 'unreachable', explainFailure(error))
      connections.cut(connection)
      connection = connections.open(url.origin)
      connection.client.dispatch(request, handler)
    },
  }
  connection.client.dispatch(request, handler)
}

function requestOf(letter: Letter, url: URL): Dispatcher.DispatchOptions {
  const request = { path: url.pathname + url.search, method: 'POST' }
  if (letter.pauseMs === undefined)
    return { ...request, headers: { ...letter.headers, accept: '*/*' }, body: letter.body }
  const bytes = Buffer.from(letter.body)
  const headers = { ...letter.headers, accept: '*/*', 'content-length': String(bytes.length) }
  return { ...request, headers, body: inHalves(bytes, letter.pauseMs) }
}

/** The first half at once and the second after a pause. */
function inHalves(bytes: Buffer, pauseMs: number): Readable {
  const middle = Math.ceil(bytes.length / 2)
  let timer: NodeJS.Timeout | undefined
  const body = new Readable({
    read() {},
    destroy(error, callback) {
      clearTimeout(timer)
      callback(error)
    },
  })
  body.push(bytes.subarray(0, middle))
  timer = setTimeout(() => {
    body.push(bytes.subarray(middle))
    body.push(null)
  }, pauseMs)
  return body
}

function answered(answer: Answer, durationMs: number): Attempted {
  const { status, retryAfterMs } = answer
  return {
    result: resultOf(status),
    status,
    error: errorOf(status),
    responseBody: textOf(answer),
    retryAfterMs,
    durationMs,
  }
}

function failed(result: Attempted['result'], error: string, durationMs: number): Attempted {
  return { result, status: null, error, responseBody: null, retryAfterMs: null, durationMs }
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt)
}
