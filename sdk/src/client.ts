import { type Call, isRepeatable, parametersOf, readCall } from './call.ts'
import { createCookieJar } from './cookie-jar.ts'
import { usualPace } from './may-retry.ts'
import { toJsonNumber } from './money.ts'
import type { CallOptions, MalipoOptions } from './options.ts'
import type { Caller } from './resources/api-keys.ts'
import { type Answer, dataOf, type Request, sendRequest, type Wire } from './send-request.ts'
import { version } from './version.ts'
import { unlessAborted } from './wait.ts'

export type Input = Record<string, unknown>

/** A call with everything that it was given. */
export type Given = { call: Call; parameters: string[]; input: Input; options: CallOptions; accept?: string }

export type Client = {
  wire: Wire
  send(given: Given): Promise<Answer>
  requestOf(given: Given): Promise<Request>
  /** The cookies of a session, for whoever keeps them. */
  session(): string
}

/** What a payer may be kept waiting for, beyond what other calls take. */
const outcomeWaitMs = 30_000

export function createClient(options: MalipoOptions): Client {
  const baseUrl = readBaseUrl(options.baseUrl)
  const { apiKey, session, environment, timeoutMs = 30_000 } = options
  if (apiKey !== undefined && session !== undefined) {
    throw new TypeError('Give the client an apiKey or a session, not both.')
  }
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('The apiKey is empty, or holds a character that no key has. Copy it again.')
  }
  const jar = createCookieJar(session)
  const wire: Wire = {
    fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    jar,
    credentials: () => credentialsOf(apiKey, jar.header()),
    maxRetries: options.maxRetries ?? 3,
    totalTimeoutMs: options.totalTimeoutMs ?? 120_000,
    pace: usualPace,
  }
  let learnt: Promise<string> | undefined

  async function requestOf(given: Given): Promise<Request> {
    const { call, parameters, options: own, accept = 'application/json' } = given
    const merchantId = own.merchantId ?? options.merchantId
    own.signal?.throwIfAborted()
    const input = await unlessAborted(withMerchant(given, merchantId), own.signal)
    const isBody = call.marks.has('body')
    const headers: Record<string, string> = { Accept: accept, 'User-Agent': `malipo-sdk/${version}` }
    if (environment && apiKey === undefined) headers['X-Environment'] = environment
    if (merchantId && call.marks.has('as-merchant')) headers['X-Merchant-Id'] = merchantId
    if (call.marks.has('key')) headers['Idempotency-Key'] = own.idempotencyKey ?? crypto.randomUUID()
    const csv = call.marks.has('rows') && typeof input.rows === 'string' ? input.rows : undefined
    if (isBody) headers['Content-Type'] = csv === undefined ? 'application/json' : 'text/csv; charset=utf-8'
    const { rows: _sent, ...besides } = input
    const query = csv === undefined ? (isBody ? '' : queryOf(call, input)) : queryOf(call, besides)
    return {
      method: call.method,
      url: baseUrl + fillPath(call, parameters, input) + query,
      headers,
      body: csv ?? (isBody ? bodyOf(call, input) : undefined),
      isRepeatable: isRepeatable(call),
      timeoutMs: own.timeoutMs ?? timeoutMs + (call.marks.has('waits') ? outcomeWaitMs : 0),
      signal: own.signal,
    }
  }

  async function withMerchant({ call, input }: Given, known: string | undefined): Promise<Input> {
    if (!call.marks.has('merchant') || input.merchant_id !== undefined) return input
    return { ...input, merchant_id: known ?? (await learnMerchant()) }
  }

  /** One call for all that wait; what failed is asked again the next time. */
  function learnMerchant(): Promise<string> {
    learnt ??= findMerchant(send).catch((error) => {
      learnt = undefined
      throw error
    })
    return learnt
  }

  async function send(given: Given): Promise<Answer> {
    return sendRequest(wire, await requestOf(given))
  }

  return { wire, send, requestOf, session: () => jar.header() }
}

async function findMerchant(send: Client['send']): Promise<string> {
  const call = readCall('GET /v1/merchant/caller')
  const caller = dataOf(await send({ call, parameters: [], input: {}, options: {} }))
  return (caller as Caller).merchant_id
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must be the http or https address of the service, like https://pay.example')
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('baseUrl cannot hold a user or a password: no call can be made with them.')
  }
  return url.href.replace(/\/+$/, '')
}

function credentialsOf(apiKey: string | undefined, cookies: string): Record<string, string> {
  if (apiKey !== undefined) return { Authorization: `Bearer ${apiKey}` }
  return cookies === '' ? {} : { Cookie: cookies }
}

function fillPath(call: Call, parameters: string[], { merchant_id }: Input): string {
  const names = parametersOf(call)
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = names.includes(name) ? parameters[names.indexOf(name)] : merchant_id
    // Dots would be taken for a way up, to another path than was meant.
    if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value)
    throw new TypeError(`${name} must be given, as text that is not empty.`)
  })
}

function bodyOf({ path, marks }: Call, input: Input): string {
  const { merchant_id, ...others } = input
  const fields = path.includes('{merchant_id}') && marks.has('merchant') ? others : input
  return JSON.stringify(marks.has('number') ? { ...fields, amount: toJsonNumber(fields.amount) } : fields)
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

/** Pairs are written one by one: `metadata[order_id]=A-17`. */
function queryOf({ path }: Call, input: Input): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null || path.includes(`{${name}}`)) continue
    const isPairs = typeof value === 'object' && !(value instanceof Date) && !Array.isArray(value)
    if (!isPairs) query.set(name, textOf(value))
    else for (const [key, one] of Object.entries(value)) query.set(`${name}[${key}]`, textOf(one))
  }
  return query.size > 0 ? `?${query}` : ''
}
