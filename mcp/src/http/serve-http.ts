import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { MalipoError } from '@malipo/sdk'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { type Allowed, KeyRefused, openDoor } from '../create-mcp-server.ts'
import { loopbackNames, type Neighbours, refuseForeign } from './refuse-foreign.ts'
import { createSessions, digestOf, type SessionLimits, type Sessions, usualLimits } from './sessions.ts'

export type HttpWishes = {
  /** Of the service. */
  baseUrl: string
  host: string
  port: number
  allowed: Allowed
  /** Besides those of this machine. */
  hosts?: readonly string[]
  origins?: readonly string[]
  limits?: Partial<SessionLimits>
  now?: () => number
}

export type HttpDoor = { url: string; countSessions(): number; close(): Promise<void> }

/** What a tool is asked is small: as much as the service itself takes. */
const mostBytes = 256 * 1024
const sweepMs = 60_000
const path = '/mcp'

/**
 * MCP over HTTP. Each caller brings a key of their own with every request; the server has none to lend. Answers are plain JSON, so
 * nothing stays open between them.
 */
export async function serveHttp(wishes: HttpWishes): Promise<HttpDoor> {
  const sessions = createSessions({ ...usualLimits, ...wishes.limits }, wishes.now ?? Date.now)
  const neighbours: Neighbours = {
    hosts: [...loopbackNames, ...(wishes.hosts ?? [])],
    origins: wishes.origins ?? [],
  }
  const server = createServer((request, response) => {
    answer({ wishes, sessions, neighbours }, request, response).catch((error) => {
      // Whatever it is, it is ours: the caller learns that much and no more.
      process.stderr.write(`malipo-mcp: ${error instanceof Error ? error.message : 'unknown fault'}\n`)
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'Something broke here. Repeat it with the same request_id.')
    })
  })
  const sweeping = setInterval(sessions.endOld, sweepMs)
  sweeping.unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wishes.port, wishes.host, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It listens nowhere.')
  const host = isIP(wishes.host) === 6 ? `[${wishes.host}]` : wishes.host
  return {
    url: `http://${host}:${address.port}${path}`,
    countSessions: sessions.count,
    close: () =>
      new Promise((resolve) => {
        clearInterval(sweeping)
        sessions.endAll()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Door = { wishes: HttpWishes; sessions: Sessions; neighbours: Neighbours }

async function answer(door: Door, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const foreign = refuseForeign(request.headers, door.neighbours)
  if (foreign !== null) return refuse(response, 403, foreign)
  if (request.url?.split('?', 1)[0] !== path) return refuse(response, 404, `MCP is at ${path}.`)
  if (request.method !== 'POST' && request.method !== 'DELETE') {
    return refuse(response, 405, 'Send messages with POST, end a session with DELETE.', {
      allow: 'POST, DELETE',
    })
  }
  const apiKey = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (apiKey === undefined) {
    return refuse(response, 401, 'Send your API key as "Authorization: Bearer mlp_sandbox_…".', bearer)
  }
  const id = request.headers['mcp-session-id']
  if (id === undefined) return await begin(door, apiKey, request, response)
  const session = typeof id === 'string' ? door.sessions.find(id, digestOf(apiKey)) : undefined
  if (!session) return refuse(response, 404, 'There is no such session. Begin another one.')
  await session.transport.handleRequest(request, response)
}

const bearer = { 'www-authenticate': 'Bearer' }

/** The key is asked for at the service before anything is kept for it. */
async function begin(
  { wishes, sessions }: Door,
  apiKey: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const digest = digestOf(apiKey)
  const hasPlace = await sessions.withPlace(digest, async () => {
    const server = await openDoor({ baseUrl: wishes.baseUrl, apiKey }, wishes.allowed).catch((error) =>
      refuseKey(response, error),
    )
    if (!server) return
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      maxRequestBodySize: mostBytes,
      onsessioninitialized: (id) => sessions.begin(id, { transport, server, digest }),
      onsessionclosed: (id) => sessions.end(id),
    })
    // Its optional handlers may be undefined there, and absent here; the library does not tell these apart.
    await server.connect(transport as Parameters<typeof server.connect>[0])
    await transport.handleRequest(request, response)
    if (transport.sessionId === undefined) await server.close()
  })
  if (!hasPlace) {
    refuse(response, 503, 'Too many are talking to this server. Try again in a minute.', {
      'retry-after': '60',
    })
  }
}

function refuseKey(response: ServerResponse, error: unknown): undefined {
  if (error instanceof KeyRefused) refuse(response, 403, error.message)
  else if (error instanceof MalipoError && error.status === 401) refuse(response, 401, error.message, bearer)
  else if (error instanceof MalipoError) {
    refuse(response, 503, `The service does not answer (${error.code}). Try again in a moment.`)
  } else throw error
}

/** In the form in which MCP tells what went wrong before a message was understood. */
function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null })
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}
