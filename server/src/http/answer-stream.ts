import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Gate } from './gate.ts'

/** Little, because whatever waits here is held for each listener; an event or ten fit in. */
const mostBufferedBytes = 16 * 1024

/** A proxy that stalls recovers sooner; whoever reads nothing for so long has forgotten us. */
export const patienceMs = 60_000

/** The end of a stream has to be read as well, and a stopping service does not wait for those who read nothing. */
const lastWordsMs = 1_000

/** Tells that there is nobody to stream to any more: the caller went away, or the service stops. */
export function goneSignal({ raw }: FastifyReply, gate: Gate): AbortSignal {
  const gone = new AbortController()
  const forget = gate.whenClosing(() => {
    gone.abort()
    const cut = setTimeout(() => raw.destroy(), lastWordsMs)
    raw.once('close', () => clearTimeout(cut))
  })
  function leave() {
    forget()
    gone.abort()
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return gone.signal
}

/** Answers with texts as they come. While the caller does not read, the source is not asked for more. */
export function answerStream(
  reply: FastifyReply,
  source: AsyncIterable<string>,
  gone: AbortSignal,
  cutAfterMs = patienceMs,
): Readable {
  reply.type('text/event-stream; charset=utf-8')
  reply.header('cache-control', 'no-store')
  // Proxies that follow nginx would gather the texts otherwise.
  reply.header('x-accel-buffering', 'no')

  const texts = source[Symbol.asyncIterator]()
  let isOver = false
  let stuck: NodeJS.Timeout | undefined

  function take({ done, value }: IteratorResult<string>) {
    if (isOver) return
    if (done) end()
    else if (!stream.push(value)) stuck = setTimeout(() => reply.raw.destroy(), cutAfterMs)
  }

  function end() {
    if (isOver) return
    isOver = true
    clearTimeout(stuck)
    gone.removeEventListener('abort', end)
    stream.push(null)
    // Nobody is left to be told how the source liked it.
    Promise.resolve(texts.return?.()).catch(() => {})
  }

  const stream = new Readable({
    highWaterMark: mostBufferedBytes,
    read() {
      clearTimeout(stuck)
      if (!isOver) texts.next().then(take, (error) => void stream.destroy(error))
    },
    destroy(error, done) {
      end()
      done(error)
    },
  })
  gone.addEventListener('abort', end)
  if (gone.aborted) end()
  return stream
}
