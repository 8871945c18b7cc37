import { setTimeout as sleep } from 'node:timers/promises'
import type { ToldEvent } from './deliver.ts'

/** What can be asked about a merchant's events. */
export type Source = {
  newest(): Promise<ToldEvent | null>
  /** Oldest first; from the very first where no instant is given. */
  list(since?: Date): Promise<ToldEvent[]>
  /** Everything after an event, and then whatever comes, for ever. */
  stream(lastEventId: string): AsyncIterable<ToldEvent>
}

type Beginning = {
  lastEventId: string | null
  since?: Date | undefined
  signal: AbortSignal
  pollMs?: number
}

/**
 * Every event from a place on, without a gap. A stream can only go on after an event, so as long as a merchant has had none the
 * list is read again and again; the first event in it is then what the stream goes on after. Some may come twice.
 */
export async function* followEvents(source: Source, beginning: Beginning): AsyncGenerator<ToldEvent> {
  const { since, signal, pollMs = 500 } = beginning
  let last = beginning.lastEventId
  if (since !== undefined) {
    // Asked first: what is stored after it comes by the stream, and what is stored before is in the list.
    last = (await source.newest())?.id ?? null
    yield* await source.list(since)
  }
  while (last === null) {
    for (const event of await source.list()) {
      yield event
      last = event.id
    }
    if (last === null) await sleep(pollMs, undefined, { signal })
  }
  for await (const event of source.stream(last)) {
    // It goes back a little further than the event it is to go on after.
    const isBefore = since !== undefined && Date.parse(event.timestamp) < since.getTime()
    if (!isBefore) yield event
  }
}
