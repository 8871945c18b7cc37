import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { startService } from '../service.ts'
import { ownClock } from '../stories/money/own-provider.ts'
import { dataOf, type Fields } from '../stories/money/shop.ts'
import { openDesk } from '../stories/payouts/desk.ts'
import { openTill, type Till } from '../stories/payouts/till.ts'
import { openEndpoint } from '../stories/webhooks/own-endpoint.ts'
import { until } from '../test-clusters.ts'
import type { TestDatabase } from '../test-database.ts'

/** Two shops beside each other take payments in, pay out, are told of it and read it again: what a service does all day. */
export async function twoShopsAtWork(database?: TestDatabase) {
  const clock = ownClock()
  const service = await startService({ clock, ...(database && { database }) })
  const desk = await openDesk(service)
  const ear = await openEndpoint()
  const shops: Till[] = []
  for (let number = 0; number < 2; number += 1) {
    const shop = await openTill(service)
    await shop.dashboard('/v1/merchant/webhook-config', 'live', {
      method: 'PATCH',
      body: { webhook_url: ear.url, sandbox_webhook_url: ear.url },
    })
    shops.push(shop)
  }

  const pass = (isDone: () => boolean | Promise<boolean>) =>
    until(async () => {
      clock.pass(50)
      return await isDone()
    })

  /** Payments of both shops at once, so that they share batches: some succeed, some fail, one turns back. */
  async function takeIn(): Promise<string[]> {
    const pushed = shops.flatMap((shop) =>
      ['01', '01', '02', '09'].map(async (last) => {
        const body = { customer_phone: `2557000000${last}`, merchant_reference: `order ${randomUUID()}` }
        return String((await shop.push(body, { key: shop.liveKey })).id)
      }),
    )
    const ids = await Promise.all(pushed)
    await pass(() => told(ids, /collection\.(success|failed|reversed)/, shops.length * 5))
    return ids
  }

  function told(ids: string[], type: RegExp, many: number): boolean {
    const about = ear.letters
      .map(({ body }) => JSON.parse(body) as { type: string; data: Fields })
      .filter(({ type: name, data }) => type.test(name) && ids.includes(String(data.id)))
    return about.length >= many
  }

  async function payOut(): Promise<string[]> {
    const ids: string[] = []
    for (const shop of shops) {
      const body = { destination_phone: '255700000101', amount: '1000' }
      ids.push(String((await shop.submit(body)).id))
    }
    for (const id of ids) assert.equal((await desk.decide(id, 'approve', { note: 'seen' })).status, 200)
    await pass(() => told(ids, /disbursement\.(success|paid|completed)/, shops.length))
    return ids
  }

  /** What shops look at: lists, a payment, a payout, the book. */
  async function lookAround([collection]: string[], [payout]: string[]): Promise<void> {
    for (const shop of shops) {
      const ofMerchant = ['collections', 'transactions'].map((name) => `s/${shop.merchantId}/${name}`)
      for (const list of [...ofMerchant, '/events', '/webhook-deliveries'])
        dataOf(await shop.dashboard(`/v1/merchant${list}`, 'live'))
    }
    const [own] = shops
    if (!own) return
    dataOf(await own.call(`/v1/collections/${collection}`, { key: own.liveKey }))
    assert.equal((await own.read(payout)).status, 'SUCCESS')
    dataOf(await own.dashboard('/v1/merchant/balance', 'live'))
  }

  return { service, shops, desk, ear, clock, pass, takeIn, payOut, lookAround }
}

export type AtWork = Awaited<ReturnType<typeof twoShopsAtWork>>
