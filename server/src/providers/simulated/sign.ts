import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Vault } from '../../primitives/seal.ts'

export const signatureHeader = 'x-provider-signature'

/** Lowercase hex of the HMAC-SHA256 of the body. */
export type SignCallback = (body: string | Uint8Array) => string

/** The network's own key. Nobody else holds it, so what it signs was said by the network. */
export function callbackSigner(vault: Vault): SignCallback {
  const key = vault.auditHash('simulated network callbacks').toString('hex')
  return (body) => createHmac('sha256', key).update(body).digest('hex')
}

/** Well formed and wrong, as if signed with somebody else's key. */
export function wrongSignature(sign: SignCallback, body: string): string {
  return sign(`not ${body}`)
}

export function signatureHolds(sign: SignCallback, body: Uint8Array, signature: string | undefined): boolean {
  const right = Buffer.from(sign(body))
  const given = Buffer.from(signature ?? '')
  // Compared as text, so that capitals do not pass; the length is no secret, and the comparison needs it equal.
  return given.length === right.length && timingSafeEqual(given, right)
}
