import { Pool } from 'undici'
import type { Written } from './edits.ts'

export type Answer = { status: number; headers: Record<string, string>; text: string }
/** No answer: what our own end could not write, what never came, or how the line broke. */
export type NoAnswer = { unsendable: string } | { silent: string }

export type Sender = { send(request: Written): Promise<Answer | NoAnswer>; close(): Promise<void> }

/** Much longer than the service gives itself, so that it has the first word on a busy machine too. */
export const patience = 120_000

/** As bytes: no library mends the path, the query or the body on the way. */
export function openSender(url: string, patienceMs = patience, connections = 8): Sender {
  const pool = new Pool(url, { connections, headersTimeout: patienceMs, bodyTimeout: patienceMs })
  return {
    async send({ method, path, headers, body }) {
      try {
        const reply = await pool.request({
          method: method as 'GET',
          // A path that does not begin with a slash would be no path for the library.
          path: path.startsWith('/') ? path : `/${path}`,
          headers,
          body: body === null || body.length === 0 ? null : body,
        })
        const type = String(reply.headers['content-type'] ?? '')
        // A stream has no end to wait for.
        if (type.startsWith('text/event-stream')) reply.body.on('error', () => {}).destroy()
        const bytes = type.startsWith('text/event-stream')
          ? Buffer.alloc(0)
          : Buffer.from(await reply.body.arrayBuffer())
        const text = /json|text|svg|javascript/.test(type) ? bytes.toString() : ''
        return { status: reply.statusCode, headers: flat(reply.headers), text }
      } catch (error) {
        const { code = '', message } = error as Error & { code?: string }
        return code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED'
          ? { unsendable: message }
          : { silent: `${code} ${message}` }
      }
    },
    close: () => pool.destroy(),
  }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]))
}
