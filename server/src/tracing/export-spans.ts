import type { Span } from './span.ts'

export type ExportOptions = {
  url: string
  headers: Record<string, string>
  write(spans: Span[]): string
  /** Told at most once a minute. */
  onError(error: unknown): void
}

export type SpanExporter = {
  take(span: Span): void
  counts: { exported: number; dropped: number }
  /** Sends what is left, for as long as that is worth waiting for. */
  close(): Promise<void>
}

/** Twice as many as are sent at once may wait; what comes then is counted and dropped. Nobody ever waits for a collector. */
const [mostAtOnce, mostWaiting] = [512, 4_096]
const everyMs = 2_000
const patienceMs = 5_000
const quietMs = 60_000

export function exportSpans({ url, headers, write, onError }: ExportOptions): SpanExporter {
  const waiting: Span[] = []
  let sending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let toldAt = Number.NEGATIVE_INFINITY
  const counts = { exported: 0, dropped: 0 }

  function take(span: Span): void {
    if (waiting.length >= mostWaiting) {
      counts.dropped += 1
      return
    }
    waiting.push(span)
    if (waiting.length >= mostAtOnce) sendSome()
    else timer ??= setTimeout(sendSome, everyMs).unref()
  }

  function sendSome(): void {
    clearTimeout(timer)
    timer = undefined
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, mostAtOnce)
      await post(spans).then(
        () => {
          counts.exported += spans.length
        },
        (error: unknown) => {
          counts.dropped += spans.length
          tell(error)
        },
      )
    }
  }

  function tell(error: unknown): void {
    if (performance.now() - toldAt < quietMs) return
    toldAt = performance.now()
    onError(error)
  }

  async function post(spans: Span[]): Promise<void> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: write(spans),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`The collector answered ${answer.status}`)
  }

  return {
    take,
    counts,
    async close() {
      sendSome()
      await sending
    },
  }
}
