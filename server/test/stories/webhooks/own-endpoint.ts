import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type Letter = { headers: Record<string, string>; body: string; id: string }
export type Reply = { status: number; headers?: Record<string, string>; body?: string }
/** What comes back; a promise that is never kept hangs. */
export type Script = (letter: Letter) => Reply | Promise<Reply>
export type OwnEndpoint = Awaited<ReturnType<typeof openEndpoint>>

const fine: Reply = { status: 200 }
export const hang: Script = () => new Promise<Reply>(() => {})

/** A merchant's endpoint that does as the test says, and is fine unless told otherwise. Closed at the end of the file. */
export async function openEndpoint(script: Script = () => fine) {
  const letters: Letter[] = []
  const endpoint = {
    url: '',
    letters,
    script,
    busy: 0,
    mostBusy: 0,
    idsSeen: () => letters.map(({ id }) => id),
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = request.headers as Record<string, string>
    const body = Buffer.concat(chunks).toString()
    const letter = { headers, body, id: headers['webhook-id'] ?? '' }
    letters.push(letter)
    endpoint.busy += 1
    endpoint.mostBusy = Math.max(endpoint.mostBusy, endpoint.busy)
    answer(response, await endpoint.script(letter))
    endpoint.busy -= 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
  return endpoint
}

function answer(response: ServerResponse, { status, headers = {}, body = '' }: Reply): void {
  response.writeHead(status, headers).end(body)
}
