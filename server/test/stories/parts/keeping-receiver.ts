import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Kept = { headers: Record<string, string>; body: string }

export type KeepingReceiver = {
  url: string
  /** Headers and bodies as they came; each was answered with 204. */
  received: Kept[]
  /** Of the events, as often as they came. */
  ids(): string[]
  close(): void
}

/** A receiver of events that takes everything and remembers it. */
export async function openKeepingReceiver(): Promise<KeepingReceiver> {
  const received: Kept[] = []
  const server = createServer(async (call, answer) => {
    received.push({ body: await text(call), headers: call.headers as Record<string, string> })
    answer.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    ids: () => received.map(({ headers }) => headers['webhook-id'] ?? ''),
    close: () => void server.close(),
  }
}
