import type { Malipo } from '@malipo/sdk'
import type { Patience } from '../patience.ts'
import type { ToldEvent } from './deliver.ts'
import type { Source } from './follow-events.ts'

/** The events of the merchant that the client acts for. A service that is away is waited for, wherever we are. */
export function eventSource(malipo: Malipo, patience: Patience, signal: AbortSignal): Source {
  async function walk(from?: string): Promise<ToldEvent[]> {
    const events: ToldEvent[] = []
    const query = { page_size: 100, ...(from && { from }) }
    for await (const { id, type, timestamp, data } of malipo.events.list(query, { signal }))
      events.push({ id, type, timestamp, data })
    return events.reverse()
  }

  return {
    newest: () =>
      patience.until(async () => (await malipo.events.list({ page_size: 1 }, { signal })).items[0] ?? null),
    list: (since) => patience.until(() => walk(since?.toISOString())),
    stream: (lastEventId) => malipo.events.stream({ lastEventId }, { signal }),
  }
}
