import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type Received = { headers: Record<string, string>; body: string; path: string }

/** The status to answer with. */
export type Answering = (received: Received) => number | Promise<number>

export type Receiver = { url: string; received: Received[] }

/** A merchant's endpoint on this machine, closed when the tests of the file are over. */
export async function openReceiver(
  answer: Answering,
  options: { patienceMs?: number } = {},
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    try {
      const body = await readWithin(request, options.patienceMs)
      const one = { headers: request.headers as Record<string, string>, body, path: request.url ?? '' }
      received.push(one)
      response.writeHead(await answer(one)).end()
    } catch {
      request.socket.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`, received }
}

async function readWithin(request: IncomingMessage, patienceMs: number | undefined): Promise<string> {
  const impatience = patienceMs && setTimeout(() => request.socket.destroy(), patienceMs)
  try {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    return Buffer.concat(chunks).toString('utf8')
  } finally {
    if (impatience) clearTimeout(impatience)
  }
}
