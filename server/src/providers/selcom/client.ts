import type { Clock } from '../../primitives/clock.ts'
import { answerText } from '../answer-text.ts'
import type { Exchange } from '../provider.ts'
import { timeOfTheirs } from '../time-of-theirs.ts'
import { whyUnanswered } from '../why-unanswered.ts'
import { type Credentials, type Fields, signedHeaders, signingString, timestampOf } from './sign.ts'

export type Caller = Credentials & {
  /** Without `/v1`, which every path begins with. */
  baseUrl: string
  clock: Clock
  /** Hears what went over the wire, of whoever wants it kept. */
  trace?(exchange: Exchange): void
}

export type Question = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  fields: Fields
  mostBytes?: number
}

/** What they said, where it is what they say: `{ resultcode, result, message, data }`, in strings. */
export type Envelope = { resultcode: string; message: string; rows: Record<string, unknown>[] }

/** What came back. Where it is no envelope of theirs, `because` says what it was. */
export type Answer = {
  status: number | null
  envelope: Envelope | null
  because: string
  theirTime: Date | null
  exchange: Exchange
}

/** More than any answer but a list has. */
const usuallyMostBytes = 262_144

/** One call, signed, for as long as its signal lasts. Whatever goes wrong on the way is told, not thrown. */
export async function callSelcom(caller: Caller, question: Question, signal: AbortSignal): Promise<Answer> {
  const answer = await send(caller, question, signal)
  caller.trace?.(answer.exchange)
  return answer
}

async function send(caller: Caller, question: Question, signal: AbortSignal): Promise<Answer> {
  const { method, fields, mostBytes = usuallyMostBytes } = question
  const timestamp = timestampOf(caller.clock.now())
  const hasBody = method === 'POST'
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, `${value}`]),
  )
  const path = hasBody ? question.path : `${question.path}?${query}`
  const headers = {
    accept: 'application/json',
    ...(hasBody && { 'content-type': 'application/json' }),
    ...signedHeaders(caller, fields, timestamp),
  }
  const request = maskedRequest(question, path, headers, timestamp)
  let begun: number | null = null
  try {
    const response = await fetch(`${caller.baseUrl}${path}`, {
      method,
      headers,
      signal,
      redirect: 'error',
      ...(hasBody && { body: JSON.stringify(fields) }),
    })
    const { status } = response
    begun = status
    const text = await answerText(response, mostBytes)
    const read = parsed(text)
    const said =
      read === null
        ? hidden(text, [...secretsOf(caller), String(fields.pin ?? '')]).slice(0, 500)
        : masked(read, secretsOf(caller))
    return {
      status,
      envelope: envelopeOf(read),
      because: `The gateway answered ${status}, and not in its own words.`,
      theirTime: timeOfTheirs(response),
      exchange: { request, response: { status, body: said } },
    }
  } catch (error) {
    const because = `The gateway gave no answer: ${whyUnanswered(error)}`
    // An answer that broke off after its first line is told from silence, though it says no more.
    const exchange = { request, response: { ...(begun !== null && { status: begun }), error: because } }
    return { status: null, envelope: null, because, theirTime: null, exchange }
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function envelopeOf(read: Record<string, unknown> | null): Envelope | null {
  if (read === null || typeof read.resultcode !== 'string') return null
  const rows = Array.isArray(read.data) ? read.data : []
  return {
    resultcode: read.resultcode,
    message: typeof read.message === 'string' ? read.message : '',
    rows: rows.filter((row) => row !== null && typeof row === 'object'),
  }
}

/** With the token of an order anybody could open its page and pay it. */
const secretNames = /^(pin|authorization|digest|digest-method|payment_token)$/i

/** Support asks for what was sent and what was signed; the PIN and what proves that we are ourselves are not among it. */
function maskedRequest(
  { method, fields }: Question,
  path: string,
  headers: Record<string, string>,
  timestamp: string,
): unknown {
  const shown = masked(fields) as Fields
  return {
    method,
    path,
    headers: masked(headers),
    ...(method === 'POST' && { body: shown }),
    signed: signingString(timestamp, shown),
  }
}

function masked(value: unknown, secrets: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((inner) => masked(inner, secrets))
  if (typeof value === 'string') return hidden(value, secrets)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretNames.test(name) ? '****' : masked(inner, secrets),
    ]),
  )
}

/** Whoever answers may repeat what we sent, the key also as it stands in the header. */
function secretsOf({ apiKey, apiSecret = '' }: Caller): string[] {
  return [apiKey, Buffer.from(apiKey).toString('base64'), apiSecret]
}

/** Of JSON only what is as long as a key: a PIN of four digits is a part of many an amount. */
function hidden(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .reduce((shown, secret) => shown.replaceAll(secret, '****'), text)
}
