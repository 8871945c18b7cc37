import { createHmac } from 'node:crypto'
import type { GatewayRequest } from '../dialect.ts'
import { localTime } from '../local-time.ts'
import type { Fields } from './envelope.ts'

export type Keys = { apiKey: string; apiSecret: string }

/** How far a clock may be off is documented nowhere; so much is generous. */
const mostDriftMs = 300_000

/**
 * What is wrong with a signature, or null. It is recomputed from the fields that it names and from its time, and from nothing that the
 * adapter's own code has written.
 */
export function problemOfSignature(
  keys: Keys,
  request: GatewayRequest,
  fields: Fields,
  now: Date,
): string | null {
  const {
    authorization,
    digest,
    timestamp,
    'digest-method': method,
    'signed-fields': signed,
  } = request.headers
  if (authorization !== `SELCOM ${btoa(keys.apiKey)}`) return 'Invalid API key'
  if (method !== 'HS256') return 'Digest-Method not supported for the vendor'
  if (timestamp === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+03:?00$/.test(timestamp))
    return 'Invalid timestamp'
  if (Math.abs(Date.parse(timestamp) - now.getTime()) > mostDriftMs) return 'Timestamp out of range'
  const names = (signed ?? '').split(',')
  const missing = names.filter((name) => fields[name] === undefined)
  if (missing.length > 0) return `Signed field ${missing.join(', ')} is missing`
  const text = `timestamp=${timestamp}${names.map((name) => `&${name}=${fields[name]}`).join('')}`
  return digest === digestOf(keys, text) ? null : 'Invalid digest'
}

/** The fields that the documentation says a callback signs; the amount is not among them. */
const told = ['transid', 'order_id', 'reference', 'result', 'resultcode', 'payment_status']

export function signedCallbackHeaders(keys: Keys, fields: Fields, now: Date): Record<string, string> {
  const timestamp = `${localTime(now)}+03:00`
  const text = `timestamp=${timestamp}${told.map((name) => `&${name}=${fields[name]}`).join('')}`
  return {
    authorization: `SELCOM ${btoa(keys.apiKey)}`,
    'digest-method': 'HS256',
    digest: digestOf(keys, text),
    timestamp,
    'signed-fields': told.join(','),
  }
}

function digestOf({ apiSecret }: Keys, text: string): string {
  return createHmac('sha256', apiSecret).update(text, 'utf8').digest('base64')
}
