import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import { deposit } from '../../../src/ledger/ledger.ts'
import type { Reply, Service } from '../../service.ts'
import { dataOf, type Fields, openShop } from '../money/shop.ts'

export type TillStep = { from: string | null; to: string; source: string; note: string | null }
export type Notice = {
  id: string
  kind: string
  text: string
  withdrawal_id: string | null
  read_at: string | null
}
export type Till = Awaited<ReturnType<typeof openTill>>

/** Ten thousand shillings to somebody's phone; the standard rule adds a hundred. */
export const tenThousand = {
  method: 'MOBILE_MONEY',
  amount: '10000',
  destination_code: 'MPESA',
  destination_name: 'Asha',
  destination_phone: '0712345678',
}

/** A verified shop with live money, whose owner withdraws from the dashboard. */
export async function openTill(service: Service, holds = 10_000_000n) {
  const shop = await openShop(service)
  const { merchantId } = shop
  const { sql } = service.world
  await sql`update merchants set verification_status = 'verified' where id = ${merchantId}`
  if (holds > 0n) await fill(service, merchantId, holds)

  const ask = (body: Fields = {}, idempotencyKey: string = randomUUID()): Promise<Reply> =>
    shop.dashboard('/v1/merchant/withdrawals', 'live', {
      body: { ...tenThousand, ...body },
      headers: { 'idempotency-key': idempotencyKey },
    })

  async function read(id: unknown, environment: Environment = 'live') {
    const shown = dataOf(await shop.dashboard(`/v1/merchant/withdrawals/${id}`, environment))
    return shown as Fields & { history: TillStep[] }
  }

  return {
    ...shop,
    ask,
    read,
    fill: (amount: bigint) => fill(service, merchantId, amount),
    async submit(body: Fields = {}): Promise<Fields> {
      const answer = await ask(body)
      assert.equal(answer.status, 202, JSON.stringify(answer.body))
      return answer.body.data
    },
    async status(id: unknown, environment: Environment = 'live'): Promise<unknown> {
      return (await read(id, environment)).status
    },
    answerInfo: (id: unknown, body: Fields) =>
      shop.dashboard(`/v1/merchant/withdrawals/${id}/info`, 'live', { body }),
    cancel: (id: unknown, headers: Record<string, string> = {}) =>
      shop.dashboard(`/v1/merchant/withdrawals/${id}/cancel`, 'live', { method: 'POST', headers }),
    /** What became of a withdrawal, in short: `PROCESSING → SUCCESS by callback`. */
    async path(id: unknown, environment: Environment = 'live'): Promise<string[]> {
      const { history } = await read(id, environment)
      return history.map(({ from, to, source }) => `${from ?? ''} → ${to} by ${source}`.trim())
    },
    /** What is asked for and not yet approved. */
    async pending(): Promise<unknown> {
      return dataOf(await shop.dashboard('/v1/merchant/balance', 'live')).pending_withdrawals
    },
    /** What the last event of a withdrawal tells of it. */
    async lastTold(id: unknown): Promise<Fields> {
      const [event] = await sql<{ body: string }[]>`
        select body from events where resource_id = ${String(id)} order by sequence desc limit 1`
      assert.ok(event, 'nothing was announced')
      return (JSON.parse(event.body) as { data: Fields }).data
    },
    async list(): Promise<Fields[]> {
      return dataOf(await shop.dashboard('/v1/merchant/withdrawals?page_size=100', 'live')).items as Fields[]
    },
    /** Oldest first. */
    async notices(query = '', environment: Environment = 'live'): Promise<Notice[]> {
      const data = dataOf(await shop.dashboard(`/v1/merchant/notifications${query}`, environment))
      return (data.items as Notice[]).reverse()
    },
  }
}

async function fill({ world }: Service, merchantId: string, amount: bigint): Promise<void> {
  const cause = `till ${randomUUID()}`
  await world.sql.begin((tx) =>
    deposit(tx, world, {
      merchantId,
      environment: 'live',
      currency: 'TZS',
      amount,
      cause,
      reference: null,
      description: null,
    }),
  )
}
