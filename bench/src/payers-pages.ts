import { randomUUID } from 'node:crypto'
import type { Child } from './child.ts'

/** A hosted page and the page of a payment link, as payers find them, and the collection as its merchant reads it. */
export async function makePayersPages({ message: { url, merchantId, key } }: Pick<Child, 'message'>) {
  const headers = { authorization: `Bearer ${key}` }
  async function make(path: string, fields: Record<string, unknown>): Promise<Record<string, string>> {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ merchant_id: merchantId, description: 'Two bags of rice', ...fields }),
    })
    const body = (await answer.json()) as { data?: Record<string, string> }
    if (!body.data) throw new Error(`${path} answered ${JSON.stringify(body)}`)
    return body.data
  }
  const hosted = await make('/v1/collections', { amount: 25_000, currency: 'TZS', reference: 'Order 1042' })
  const link = await make('/v1/payment-links', { amount: '25000.00' })
  return {
    read: { url: `${url}/v1/collections/${hosted.collection_id}`, headers },
    hosted: `${url}${new URL(String(hosted.payment_url)).pathname}`,
    link: `${url}${new URL(String(link.public_url)).pathname}`,
  }
}
