import { createHmac, createSign } from 'node:crypto'
import { offsetOfTanzania } from './assumptions.ts'

/** What a call says, flat and in order: the order is part of the signature. */
export type Fields = Record<string, string | number>

/** An account signs with a secret that both sides know (HS256), or with a private key of which they have the public half (RS256). */
export type Credentials = { apiKey: string } & (
  | { apiSecret: string; privateKey?: undefined }
  | { privateKey: string; apiSecret?: undefined }
)

/** What is signed: the time first, then each field as it is written, never encoded. */
export function signingString(timestamp: string, fields: Fields): string {
  return [
    `timestamp=${timestamp}`,
    ...Object.entries(fields).map(([name, value]) => `${name}=${value}`),
  ].join('&')
}

/** The headers by which the gateway knows us. */
export function signedHeaders(credentials: Credentials, fields: Fields, timestamp: string) {
  return {
    authorization: authorizationOf(credentials),
    'digest-method': credentials.privateKey === undefined ? 'HS256' : 'RS256',
    digest: digestOf(credentials, signingString(timestamp, fields)),
    timestamp,
    'signed-fields': Object.keys(fields).join(','),
  }
}

/** ISO 8601 in the time of Dar es Salaam, in whole seconds. */
export function timestampOf(now: Date): string {
  const { text, ms } = offsetOfTanzania
  return `${new Date(now.getTime() + ms).toISOString().slice(0, 19)}${text}`
}

function authorizationOf({ apiKey }: Credentials): string {
  return `SELCOM ${Buffer.from(apiKey).toString('base64')}`
}

/** DOC: base64 of HMAC-SHA256, or of RSA-SHA256 with PKCS#1. */
function digestOf({ apiSecret, privateKey }: Credentials, text: string): string {
  if (privateKey !== undefined) return createSign('sha256').update(text).sign(privateKey, 'base64')
  return createHmac('sha256', apiSecret).update(text).digest('base64')
}
