import { WebhookVerificationError } from './malipo-error.ts'
import type { MalipoEvent } from './resources/event-bodies.ts'

/** What a server has of a request: `Headers`, or Node's object in which a header may come several times. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export type VerifyOptions = {
  /** How old or how far ahead a delivery may be, in seconds. What is older may be a recording. */
  toleranceSeconds?: number | undefined
  /** The time to judge by, for tests. */
  now?: Date | undefined
}

/**
 * The event, if Malipo signed exactly this body with one of the secrets, within the last five minutes. Give the body as it
 * arrived, before anything parses it; while a secret is being changed give both. Rejects with a `WebhookVerificationError`.
 */
export async function verifyWebhook(
  rawBody: string | ArrayBuffer | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<MalipoEvent> {
  const body = bytesOf(rawBody)
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  refuseStale(timestamp, options)
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  // Signed once for each secret, however many signatures somebody sends: a forgery must cost no more than a delivery.
  const ours = await Promise.all(secretsOf(secret).map((key) => sign(key, signed)))
  // Every pair is compared, so that how long it takes does not tell which one fits.
  const fits = candidatesIn(signatures).flatMap((theirs) => ours.map((one) => isSame(one, theirs)))
  if (!fits.includes(true)) {
    throw refused(
      'invalid_signature',
      'No signature fits. Check that the secret is this account’s and that the body is the one that arrived, byte for byte.',
    )
  }
  return readEvent(id, body)
}

function bytesOf(rawBody: unknown): Uint8Array<ArrayBuffer> {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody)
  if (rawBody instanceof Uint8Array) return new Uint8Array(rawBody)
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody)
  throw new TypeError(
    'verifyWebhook needs the raw body as a string or bytes. A body that was parsed and written again has another signature.',
  )
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const found = typeof headers.get === 'function' ? headers.get(name) : inAnyCase(headers, name)
  const value = Array.isArray(found) ? found.join(' ') : found
  if (typeof value === 'string' && value !== '') return value
  throw refused('missing_header', `The header ${name} is missing, so this is no delivery of Malipo.`)
}

function inAnyCase(headers: object, name: string): unknown {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

function refuseStale(timestamp: string, { toleranceSeconds = 300, now = new Date() }: VerifyOptions): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw refused('invalid_timestamp', 'The header webhook-timestamp is no number of seconds.')
  }
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(timestamp)
  // Asked so that what is no number refuses.
  if (!(Math.abs(toleranceSeconds) >= 0 && Math.abs(ageSeconds) >= 0)) {
    throw new TypeError('toleranceSeconds must be a number, and now a date.')
  }
  if (ageSeconds > toleranceSeconds) {
    throw refused(
      'too_old',
      `It was signed ${ageSeconds} seconds ago, longer than the ${toleranceSeconds} that are accepted.`,
    )
  }
  if (ageSeconds < -toleranceSeconds) {
    throw refused(
      'too_new',
      `It was signed ${-ageSeconds} seconds ahead of this machine’s clock. Set the clock.`,
    )
  }
}

function secretsOf(secret: string | readonly string[]): Uint8Array<ArrayBuffer>[] {
  const secrets = (typeof secret === 'string' ? [secret] : secret).map((one) => {
    const key = fromBase64(one.replace(/^whsec_/, ''))
    if (key && key.length > 0) return key
    throw new TypeError('The webhook secret is not whole: it is whsec_ and base64, as it was first shown.')
  })
  if (secrets.length > 0) return secrets
  throw new TypeError('verifyWebhook needs the webhook secret of the account.')
}

/** Several stand beside each other while a secret is being changed; those of a scheme that is not ours are passed over. */
function candidatesIn(signatures: string): Uint8Array<ArrayBuffer>[] {
  return signatures.split(' ').flatMap((signature) => {
    const [version, encoded = ''] = signature.split(',', 2)
    return version === 'v1' ? (fromBase64(encoded) ?? []) : []
  })
}

async function sign(secret: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await subtle.sign('HMAC', key, signed))
}

/** To the last byte, wherever the first difference is. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return (
    one.length === other.length && one.reduce((all, byte, at) => all | (byte ^ (other[at] ?? 0)), 0) === 0
  )
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}

function readEvent(id: string, body: Uint8Array): MalipoEvent {
  const event: unknown = JSON.parse(new TextDecoder().decode(body))
  return { id, ...(event as object) } as MalipoEvent
}

function refused(code: string, message: string): WebhookVerificationError {
  return new WebhookVerificationError({ code, message })
}
