import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecordedRequest, RecordedResponse } from './recordings.ts'

/** What is said instead of an answer; null hangs up without a word. */
export type Said = RecordedResponse | null

/** A gateway on this machine that says what it was told to say, one after the other, and remembers what it was asked. */
export async function openRecordedGateway(sayings: Said[]) {
  const requests: RecordedRequest[] = []
  const server = createServer(async (request, response) => {
    const said = sayings[requests.push(await readRequest(request)) - 1] ?? null
    if (said === null) request.socket.destroy()
    else response.writeHead(said.status, said.headers).end(said.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readRequest(request: IncomingMessage): Promise<RecordedRequest> {
  const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>)
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers as Record<string, string>,
    body: Buffer.concat(chunks).toString(),
  }
}
