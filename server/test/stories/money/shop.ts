import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '@malipo/contract'
import { newMerchant, type Reply, type Sent, type Service, sessionOf } from '../../service.ts'
import { whenCalm } from './when-calm.ts'

export type Fields = Record<string, unknown>
export type Step = { from: string | null; to: string; source: string; provider_payment_status: string | null }
export type Balance = { available: string; reserved: string; held: string; receivable: string }
export type LedgerRow = { type: string; direction: string; amount: string; balance_after: string; id: string }
export type Ordered = { key?: string; idempotencyKey?: string }
export type Told = {
  type?: string
  reference: string
  eventId?: string
  secret?: string
  headers?: Record<string, string>
}

export type Shop = Awaited<ReturnType<typeof openShop>>

/** A number that the sandbox treats as anybody's. */
export const somebody = '0712345678'

/** A merchant with the calls that its backend and its dashboard make; the sandbox unless told otherwise. */
export async function openShop(service: Service) {
  await whenCalm(service)
  const merchant = await newMerchant(service)
  const { merchantId, sandboxKey } = merchant
  let session: Promise<string> | undefined

  const call = (path: string, sent: Sent = {}) => service.call(path, { key: sandboxKey, ...sent })

  /** Any creating call, below `/v1/collections`. */
  function order(path: string, body: Fields, { key, idempotencyKey }: Ordered = {}): Promise<Reply> {
    return call(`/v1/collections${path === '' ? '' : `/${path}`}`, {
      ...(key !== undefined && { key }),
      body: { merchant_id: merchantId, ...body },
      headers: { 'idempotency-key': idempotencyKey ?? randomUUID() },
    })
  }

  async function collect(path: string, body: Fields, ordered: Ordered = {}): Promise<Fields> {
    const answer = await order(path, body, ordered)
    assert.equal(answer.status, path === '' ? 201 : 202, JSON.stringify(answer.body))
    return answer.body.data
  }

  async function state(id: unknown, key = sandboxKey): Promise<Fields> {
    return dataOf(await call(`/v1/collections/${id}`, { key }))
  }

  async function dashboard(path: string, environment: Environment = 'sandbox', sent: Sent = {}) {
    session ??= sessionOf(service, merchant.ownerEmail)
    return await service.call(path, {
      cookie: await session,
      ...sent,
      headers: { 'x-environment': environment, ...sent.headers },
    })
  }

  return {
    ...merchant,
    call,
    order,
    collect,
    state,
    dashboard,
    /** A push of family B, which waits for its callback. */
    push: (body: Fields = {}, ordered: Ordered = {}) =>
      collect('ussd-push', { amount: '1500.00', customer_phone: somebody, ...body }, ordered),
    async refresh(id: unknown, key = sandboxKey): Promise<Fields> {
      return dataOf(await call(`/v1/collections/${id}/refresh-status`, { key, method: 'POST' }))
    },
    /** Waits until the collection is where it should be, and shows it. */
    async settled(id: unknown, status: string, key = sandboxKey): Promise<Fields> {
      const deadline = performance.now() + 60_000
      for (;;) {
        const seen = await state(id, key)
        if (seen.status === status) return seen
        assert.ok(performance.now() < deadline, `${id} is ${seen.status}, not ${status}`)
        await sleep(20)
      }
    },
    /** As the provider would tell it, signed with the shop's secret unless another is given. */
    async tell({ type = 'collection.success', reference, eventId, secret, headers }: Told) {
      const raw = JSON.stringify({
        event_id: eventId ?? randomUUID(),
        event_type: type,
        provider_reference: reference,
      })
      const signature = sign(secret ?? merchant.webhook_secret, raw)
      return await service.call('/sandbox/v1/webhooks/provider', {
        raw,
        headers: { 'x-provider-signature': signature, ...headers },
      })
    },
    /** The dashboard's view of one collection, history and all. */
    async read(id: unknown, environment: Environment = 'sandbox') {
      const shown = dataOf(await dashboard(`/v1/merchants/${merchantId}/collections/${id}`, environment))
      return shown as Fields & { history: Step[] }
    },
    async balance(environment: Environment = 'sandbox'): Promise<Balance> {
      const key = environment === 'live' ? merchant.liveKey : sandboxKey
      const { available, reserved, held, receivable } = dataOf(await call('/v1/merchant/balance', { key }))
      return { available, reserved, held, receivable } as Balance
    },
    /** What moved the balance, oldest first. */
    async transactions(environment: Environment = 'sandbox'): Promise<LedgerRow[]> {
      const key = environment === 'live' ? merchant.liveKey : sandboxKey
      const data = dataOf(await call(`/v1/merchants/${merchantId}/transactions?page_size=100`, { key }))
      return (data.items as LedgerRow[]).reverse()
    },
    /** The types of the events that were stored for a collection, in order. */
    async events(id: unknown): Promise<string[]> {
      const rows = await service.world.sql<{ type: string }[]>`
        select type from events where resource_id = ${String(id)} order by sequence`
      return rows.map(({ type }) => type)
    },
  }
}

export function sign(secret: string, raw: string): string {
  return createHmac('sha256', secret).update(raw).digest('hex')
}

/** The data of an answer that must be a success. */
export function dataOf({ status, body }: Reply): Fields {
  assert.ok(body.success, `${status} ${JSON.stringify(body)}`)
  return body.data
}

/** The reference that callbacks name a collection by; family A does not show it, and it is made of the id. */
export function referenceOf(id: unknown): string {
  return `MLP${String(id).replaceAll('-', '').toUpperCase()}`
}

/** Nothing is where it was not put: the balance in the order of its names. */
export function balanceOf(amounts: Partial<Balance>): Balance {
  return { available: '0.00', reserved: '0.00', held: '0.00', receivable: '0.00', ...amounts }
}

/** What moved, in short: `credit collection 1500.00 → 1500.00`. */
export function inWords(rows: LedgerRow[]): string[] {
  return rows.map((row) => `${row.direction} ${row.type} ${row.amount} → ${row.balance_after}`)
}
