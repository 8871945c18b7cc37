import { createHmac } from 'node:crypto'

export const signatureHeader = 'x-toy-signature'

/** The gateway knows us by the HMAC of what we send. It signs nothing itself. */
export function signRequest(key: string, path: string, body: string): string {
  return createHmac('sha256', key).update(`${path}\n${body}`).digest('base64')
}
