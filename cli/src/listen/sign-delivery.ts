import { createHmac } from 'node:crypto'

type Signing = { id: string; body: string; at: Date; secret: string }

/** The headers with which the service itself delivers: Standard Webhooks, so that one verification fits both. */
export function signedHeaders({ id, body, at, secret }: Signing): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Malipo-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
