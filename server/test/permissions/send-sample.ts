import type { Operation } from '@malipo/contract'
import type { Reply, Sent, Service } from '../service.ts'
import { addressOf, type Parts } from './stage.ts'

/** Sends a sample with somebody's credentials. */
export async function sendSample(
  service: Service,
  operation: Operation,
  { body, headers, cookie, ...where }: Parts,
  credentials: Pick<Sent, 'key' | 'cookie'>,
): Promise<Reply> {
  const cookies = [credentials.cookie, cookie].filter((one) => one !== undefined).join('; ')
  const sent: Sent = {
    method: operation.method,
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
    ...(credentials.key !== undefined && { key: credentials.key }),
    ...(cookies !== '' && { cookie: cookies }),
  }
  const address = addressOf(operation, where)
  return operation.stream ? await openStream(service, address, sent) : await service.call(address, sent)
}

/** A stream has no end to wait for: that it began is the whole answer, and then we hang up. */
export async function openStream({ url }: Service, address: string, sent: Sent): Promise<Reply> {
  const hangUp = new AbortController()
  const response = await fetch(`${url}${address}`, {
    signal: hangUp.signal,
    headers: {
      ...(sent.key && { authorization: `Bearer ${sent.key}` }),
      ...(sent.cookie && { cookie: sent.cookie }),
      ...sent.headers,
    },
  })
  const { status, headers } = response
  const hasBegun = headers.get('content-type')?.startsWith('text/event-stream') === true
  const body = hasBegun ? { success: true } : await response.json()
  hangUp.abort()
  return { status, headers, body: body as Reply['body'] }
}
