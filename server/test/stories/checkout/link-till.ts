import { randomUUID } from 'node:crypto'
import type { Reply, Sent, Service } from '../../service.ts'
import { dataOf, type Fields, openShop, type Shop, somebody } from '../money/shop.ts'

export type Link = { id: string; token: string }

/** Whom nobody ever answers for. */
export const silent = '255700000005'

export const keyed = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } })
export const idsOf = (answers: Reply[]) => new Set(answers.map((answer) => dataOf(answer).collection_id))

/** What a shop does with its links, in the sandbox unless told otherwise, and what their payers do. */
export function linkTill(stage: () => { service: Service; shop: Shop }) {
  async function make(body: Fields = {}, key = stage().shop.sandboxKey): Promise<Link> {
    const { shop } = stage()
    const sent = { key, body: { merchant_id: shop.merchantId, amount: '1500', ...body } }
    const { id, public_url: url } = dataOf(await shop.call('/v1/payment-links', sent))
    return { id: String(id), token: String(url).split('/').at(-1) ?? '' }
  }

  return {
    make,
    makeLive: (body: Fields = {}) => make(body, stage().shop.liveKey),
    open: ({ token }: Link) => stage().service.call(`/v1/public/payment-links/${token}`),
    pay: ({ token }: Link, body: Fields = {}, sent: Sent = {}) =>
      stage().service.call(`/v1/public/payment-links/${token}/collect`, {
        body: { method: 'USSD_PUSH', phone: somebody, ...body },
        ...sent,
      }),
    async read({ id }: Link, key = stage().shop.sandboxKey) {
      return dataOf(await stage().shop.call(`/v1/payment-links/${id}`, { key }))
    },
    async paymentsOf({ id }: Link) {
      const [row] = await stage().service.world.sql<{ count: number }[]>`
        select count(*)::int as count from collections where payment_link_id = ${id}`
      return row?.count
    },
    close: ({ id }: Link) =>
      stage().shop.call(`/v1/payment-links/${id}`, { method: 'PATCH', body: { status: 'INACTIVE' } }),
    /** By which nobody can pay, live. */
    async linkOfSuspended(): Promise<Link> {
      const { service } = stage()
      const { liveKey: key, merchantId } = await openShop(service)
      const sent = { key, body: { merchant_id: merchantId, amount: '5' } }
      const { public_url: url } = dataOf(await service.call('/v1/payment-links', sent))
      await service.world.sql`update merchants set is_active = false where id = ${merchantId}`
      return { id: '', token: String(url).split('/').at(-1) ?? '' }
    },
  }
}
