import { createHmac } from 'node:crypto'

/** What would pay an order, if it were Malipo's and true: signed with any secret, at any second. */
export function forgeEvent(
  address: string,
  data: { reference: string; amount: string; environment: string },
) {
  const { reference: id } = data
  const collection = { id, collection_id: id, status: 'successful', currency: 'TZS', sequence: 9 }
  const body = JSON.stringify({ type: 'collection.successful', data: { ...collection, ...data } })
  const send = (secret: string, at: number) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64')
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,${signature}`,
    }
    return fetch(address, { method: 'POST', body, headers })
  }
  return { body, send, now: Math.floor(Date.now() / 1000) }
}
