import type { Exchange } from '../provider.ts'
import { type Reply, sendTo, unanswered } from './send-to.ts'
import { type ChecksumVersion, checksumOf } from './sign.ts'
import type { Token, Tokens } from './tokens.ts'

export type ClickpesaSettings = {
  /** With the path that all calls share, like https://api.clickpesa.com/third-parties. */
  url: string
  clientId: string
  apiKey: string
  checksumKey: string
  checksumVersion: ChecksumVersion
}

export type Asked = { path: string; body?: Record<string, string | number> }

/** What came back, with what went over the wire. */
export type Answer = Reply & { exchange: Exchange }

export type Call = (asked: Asked, signal: AbortSignal) => Promise<Answer>

/** One call, signed, under the token that all share. A token that they take no longer is renewed, once. */
export function callerOf(settings: ClickpesaSettings, tokens: Tokens): Call {
  return async ({ path, body }, signal) => {
    const method = body === undefined ? 'GET' : 'POST'
    const checksum = body && checksumOf(settings.checksumVersion, settings.checksumKey, body)
    const request = {
      method,
      path,
      headers: { authorization: masked },
      body: body ? { ...body, checksum: masked } : null,
    }
    const send = (token: string) =>
      sendTo(
        `${settings.url}${path}`,
        {
          method,
          headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify({ ...body, checksum }) }),
        },
        signal,
      )
    const reply = await withToken(tokens, send, signal)
    const { status, because } = reply
    const response = status === null ? { error: because } : { status, body: withoutSecrets(reply.body) }
    return { ...reply, exchange: { request, response } }
  }
}

async function withToken(
  tokens: Tokens,
  send: (token: string) => Promise<Reply>,
  signal: AbortSignal,
): Promise<Reply> {
  const first = await tokenOf(tokens, signal)
  if (first.kind === 'none') return unsent(first.reply)
  const reply = await send(first.token)
  if (reply.status !== 401) return reply
  tokens.drop(first.token)
  const second = await tokenOf(tokens, signal)
  return second.kind === 'none' ? unsent(second.reply) : await send(second.token)
}

/** A shared token may come later than our own patience lasts. */
async function tokenOf(tokens: Tokens, signal: AbortSignal): Promise<Token> {
  const ended = Promise.withResolvers<Token>()
  const end = () => ended.resolve({ kind: 'none', reply: unanswered('Nobody waits any longer.') })
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  try {
    return await Promise.race([tokens.current(), ended.promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Nothing was sent. That they do not know us is an answer to whatever was asked; nothing else said of a token is. */
function unsent(reply: Reply): Reply {
  const because = `No token: ${reply.because}`
  return reply.status === 401 || reply.status === 403 ? { ...reply, because } : unanswered(because)
}

const masked = '****'
const secretName = /key|secret|token|password|authorization|signature|checksum/i

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) ? masked : withoutSecrets(inner),
    ]),
  )
}
