import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Mood = 'fine' | 'failing' | 'hanging'
export type Arrival = { id: string; hash: string; isTaken: boolean }
export type Receiver = Awaited<ReturnType<typeof openReceiver>>

export const hashOfBody = (body: string | Buffer) => createHash('sha256').update(body).digest('hex')

/** A merchant's endpoint that writes down whatever comes, and takes it unless it is in another mood. */
export async function openReceiver() {
  const arrivals: Arrival[] = []
  const hanging = new Set<ServerResponse>()
  let mood: Mood = 'fine'
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      // Whoever sent it was killed in the middle of it.
      return
    }
    const isTaken = mood === 'fine'
    arrivals.push({
      id: String(request.headers['webhook-id']),
      hash: hashOfBody(Buffer.concat(chunks)),
      isTaken,
    })
    if (mood === 'hanging') return void hanging.add(response)
    response.writeHead(isTaken ? 200 : 500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    arrivals,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    setMood(next: Mood): void {
      mood = next
      if (mood === 'hanging') return
      for (const response of hanging) response.destroy()
      hanging.clear()
    },
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
