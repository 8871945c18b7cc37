import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Reply, Sent, Service } from '../../service.ts'
import { until } from '../../test-clusters.ts'
import { hireAdmin } from './admin.ts'
import { dataOf, type Fields, openShop } from './shop.ts'

export type Counter = Awaited<ReturnType<typeof openCounter>>

/** A shop that gives out control numbers, and the counter of the simulated network at which they are paid. */
export async function openCounter(service: Service) {
  const shop = await openShop(service)
  const path = '/v1/control-numbers'

  const send = (body: Fields, sent: Sent = {}) =>
    shop.call(path, {
      body: { merchant_id: shop.merchantId, ...body },
      ...sent,
      headers: { 'idempotency-key': randomUUID(), ...sent.headers },
    })

  return {
    shop,
    until,
    send,
    make: async (body: Fields) => dataOf(await send(body)),
    read: async (id: unknown) => dataOf(await shop.call(`${path}/${id}`)),
    pay: async (number: unknown, amount: string, more: Fields = {}) =>
      dataOf(await shop.call('/v1/sandbox/bill-payments', { body: { number, amount, ...more } })),
    collection: async (id: unknown): Promise<Fields> =>
      dataOf(await shop.dashboard(`/v1/merchants/${shop.merchantId}/collections/${id}`)),
    /** What was told of a thing, in its order. */
    async events(id: unknown): Promise<string[]> {
      const rows = await service.world.sql<{ type: string }[]>`
        select type from events where resource_id = ${String(id)} order by sequence`
      return rows.map(({ type }) => type)
    },
    async clear(id: unknown): Promise<void> {
      const admin = await hireAdmin(service)
      const answer = await admin.decide(id, 'clear', 'sandbox')
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    },
    problems: (answer: Reply): string[] =>
      (answer.body.error?.details as { row?: number; field: string; problem: string }[]).map(
        ({ row, field, problem }) => `${row === undefined ? '' : `${row} `}${field} ${problem}`,
      ),
    /** The same with one digit that is another. */
    mistyped: (number: unknown) =>
      String(number).replace(/[0-9]$/, (digit) => String((Number(digit) + 1) % 10)),
  }
}
