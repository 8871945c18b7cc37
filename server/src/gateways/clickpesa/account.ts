import { createHmac } from 'node:crypto'
import type { GatewayRequest } from '../dialect.ts'

/** What an account of theirs has been set to. */
export type ClickpesaAccount = {
  clientId: string
  apiKey: string
  checksumKey: string
  checksumVersion: 'current' | 'older'
  /** Where its dashboard says that news go; nowhere while that is null. */
  webhookUrl(): string | null
  /** Where news carry their checksum. */
  signsIn: 'header' | 'body'
}

type Fields = Record<string, unknown>

/** A token lives for an hour, and the word is part of it. */
const tokenLivesForMs = 3_600_000

/** Everything that it must be known by later is in it, so that nobody has to remember it. */
export function tokenAt({ clientId, apiKey }: ClickpesaAccount, now: Date): string {
  const until = String(now.getTime() + tokenLivesForMs)
  return `Bearer ${until}.${sealOf(apiKey, `${clientId} ${until}`)}`
}

export function knowsToken(
  { clientId, apiKey }: ClickpesaAccount,
  request: GatewayRequest,
  now: Date,
): boolean {
  const [, until = '', seal = ''] = /^Bearer (\d+)\.(\w+)$/.exec(request.headers.authorization ?? '') ?? []
  return seal === sealOf(apiKey, `${clientId} ${until}`) && now.getTime() < Number(until)
}

/** Written apart from the adapter's, so that a mistake of one is seen by the other. */
export function sumOf({ checksumKey, checksumVersion }: ClickpesaAccount, payload: Fields): string {
  const { checksum: _, checksumMethod: __, ...signed } = payload
  const values = Object.keys(signed)
    .sort()
    .map((name) => signed[name])
  return sealOf(checksumKey, checksumVersion === 'older' ? values.join('') : inOrder(signed))
}

/** Compact JSON whose names are in order, at every depth. */
function inOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOrder).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = value as Fields
  const written = Object.keys(fields)
    .filter((name) => fields[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${inOrder(fields[name])}`)
  return `{${written.join(',')}}`
}

function sealOf(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}
