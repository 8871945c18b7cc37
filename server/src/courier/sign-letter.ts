import { type SignText, textSigner } from './sign-text.ts'

export type Signing = {
  /** The event's id, the same on every attempt, so that the receiver can tell a repeat. */
  id: string
  body: string
  /** When this attempt is made: receivers refuse what is old, because it may be a recording. */
  at: Date
  /** The present secret first, then those that still sign beside it. */
  secrets: readonly string[]
}

/** The headers of Standard Webhooks, with a signature of each secret. */
export function signedHeaders({ id, body, at, secrets }: Signing): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000)
  const text = `${id}.${seconds}.${body}`
  return {
    'content-type': 'application/json',
    'user-agent': 'Malipo-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => `v1,${signerOf(secret)(text)}`).join(' '),
  }
}

/** Decoding a secret for each event would cost as much as signing with it. */
const signers = new Map<string, SignText>()
const mostSigners = 10_000
const prefix = 'whsec_'

function signerOf(secret: string): SignText {
  const known = signers.get(secret)
  if (known) return known
  if (signers.size >= mostSigners) signers.clear()
  const signer = textSigner(Buffer.from(secret.slice(prefix.length), 'base64'))
  signers.set(secret, signer)
  return signer
}
