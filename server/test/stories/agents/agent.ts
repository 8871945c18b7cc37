import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { HttpDoor } from '@malipo/mcp'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Fields } from '../money/shop.ts'

export type Agent = { client: Client }

export async function openAgent(at: HttpDoor, key: string) {
  const transport = new StreamableHTTPClientTransport(new URL(at.url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  const client = new Client({ name: 'a test', version: '1' })
  await client.connect(transport as Transport)
  return { client, sessionId: transport.sessionId ?? '' }
}

/** What a tool answers; the client has held it against the schema that the tool told. */
export async function use({ client }: Agent, name: string, args: Fields = {}): Promise<Fields> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args })
  assert.ok(!isError, JSON.stringify(content))
  return structuredContent as Fields
}

/** What a tool says went wrong: in fields, or as `text` where it was not even begun. */
export async function refused({ client }: Agent, name: string, args: Fields = {}): Promise<Fields> {
  const { isError, content } = await client.callTool({ name, arguments: args })
  assert.ok(isError, JSON.stringify(content))
  const [{ text = '' } = {}] = content as { text?: string }[]
  return text.startsWith('{') ? JSON.parse(text).error : { text }
}

/** The status and the words that answer a message as it is, for what the client would not send. */
export async function post(at: HttpDoor, headers: Record<string, string>, method = 'POST', path = '') {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const accept = 'application/json, text/event-stream'
  const sent = request(
    at.url + path,
    { method, headers: { 'content-type': 'application/json', accept, ...headers } },
    (answer) => {
      let text = ''
      answer.on('data', (piece) => {
        text += piece
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    },
  )
  sent.on('error', reject)
  sent.end(method === 'POST' ? body : undefined)
  return await promise
}
