import type { Malipo, MalipoEvent } from '@malipo/sdk'

export type Heard = Pick<MalipoEvent, 'id' | 'type' | 'data'>

/**
 * Tells what happens to a merchant's payments as it happens. All tabs of a browser share one stream: one of them holds the lock and tells the others,
 * and when it is closed another takes over.
 */
export function followEvents(name: string, malipo: Malipo, hear: (event: Heard) => void): () => void {
  const ended = new AbortController()
  const channel = new BroadcastChannel(`malipo-events-${name}`)
  channel.onmessage = ({ data }: MessageEvent<Heard>) => hear(data)
  const stream = async () => {
    for await (const { id, type, data } of malipo.events.stream({}, { signal: ended.signal })) {
      const heard = { id, type, data } as Heard
      channel.postMessage(heard)
      hear(heard)
    }
  }
  // Where there are no locks (an old browser), each tab has a stream of its own.
  const holding = navigator.locks
    ? navigator.locks.request(`malipo-events-${name}`, { signal: ended.signal }, stream)
    : stream()
  holding.catch(() => {
    // Ended by us, or refused: pages then ask again when somebody looks at them.
  })
  return () => {
    ended.abort()
    channel.close()
  }
}
