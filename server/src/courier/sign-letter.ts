import { Webhook } from 'standardwebhooks'

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
  return {
    'content-type': 'application/json',
    'user-agent': 'Malipo-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => signerOf(secret).sign(id, at, body)).join(' '),
  }
}

/** Decoding a secret for each event would cost as much as signing with it. */
const signers = new Map<string, Webhook>()
const mostSigners = 10_000

function signerOf(secret: string): Webhook {
  const known = signers.get(secret)
  if (known) return known
  if (signers.size >= mostSigners) signers.clear()
  const signer = new Webhook(secret)
  signers.set(secret, signer)
  return signer
}
