import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { batchSender } from '../../../src/batches/batches.ts'
import type { PayOutOrder } from '../../../src/providers/providers.ts'
import type { Reply } from '../../service.ts'
import { declined, succeeded } from '../money/own-provider.ts'
import { dataOf, type Fields } from '../money/shop.ts'
import { type Desk, openDesk } from '../payouts/desk.ts'
import { openPayoutStage } from '../payouts/stage.ts'
import { openTill, type Till } from '../payouts/till.ts'

export type BatchStage = Awaited<ReturnType<typeof openBatchStage>>
export type Payroll = Awaited<ReturnType<BatchStage['openPayroll']>>
export type BatchAction = 'approve' | 'reject' | 'request-info' | 'pause' | 'resume'

/** A row to somebody's phone, of a thousand; its reference is its own. */
export function rowTo(phone: string, more: Fields = {}): Fields {
  return {
    reference: `pay ${randomUUID()}`,
    amount: '1000.00',
    destination_code: 'MPESA',
    destination_identifier: phone,
    destination_name: 'Asha Juma',
    ...more,
  }
}

/** So many rows, each to a phone of its own. */
export function rowsTo(count: number, more: (at: number) => Fields = () => ({})): Fields[] {
  return Array.from({ length: count }, (_, at) => rowTo(`2557540${String(10_000 + at)}`, more(at)))
}

/** The service with a provider and a clock in the test's hands, and a merchant who pays many at once. */
export async function openBatchStage(environment: Record<string, string> = {}) {
  const stage = await openPayoutStage(environment)
  const look = batchSender(stage.service.world)
  return {
    ...stage,
    /** Once round: the batch hands over, and the worker sends. */
    async round(): Promise<void> {
      await look()
      await stage.work()
    },
    /** Whether rows end as paid, as declined, or as the test says of each order. */
    answerBy(outcome: (order: PayOutOrder) => 'paid' | 'declined'): void {
      stage.provider.script.payOut = (order) =>
        outcome(order) === 'paid' ? succeeded(order.amount) : declined
    },
    decide: (desk: Desk, id: unknown, action: BatchAction, body: Fields = {}) =>
      desk.call(`/v1/admin/disbursement-batches/${id}/${action}`, 'live', { body }),
    async dossier(id: unknown, desk: Desk = stage.desk): Promise<Fields> {
      return dataOf(await desk.call(`/v1/admin/disbursement-batches/${id}`))
    },
    /** Approves what the desk has read. */
    async approve(id: unknown, more: Fields = {}, desk: Desk = stage.desk): Promise<Reply> {
      const { content_hash } = dataOf(await desk.call(`/v1/admin/disbursement-batches/${id}`))
      return await desk.call(`/v1/admin/disbursement-batches/${id}/approve`, 'live', {
        body: { content_hash, ...more },
      })
    },
    hireAnother: () => openDesk(stage.service),
    openPayroll: async (holds?: bigint) => payrollOf(await openTill(stage.service, holds)),
  }
}

function payrollOf(till: Till) {
  const base = '/v1/disbursement-batches'
  const ask = (body: Fields, idempotencyKey: string = randomUUID()): Promise<Reply> =>
    till.dashboard(base, 'live', {
      body: { merchant_id: till.merchantId, name: 'Salaries', ...body },
      headers: { 'idempotency-key': idempotencyKey },
    })
  const post = (path: string, body?: Fields) =>
    till.dashboard(`${base}/${path}`, 'live', {
      method: 'POST',
      ...(body && { body }),
      headers: { 'idempotency-key': randomUUID() },
    })
  async function readBatch(id: unknown): Promise<Fields & { history: Fields[] }> {
    return dataOf(await till.dashboard(`${base}/${id}`, 'live')) as Fields & { history: Fields[] }
  }
  return {
    ...till,
    askBatch: ask,
    readBatch,
    async submitBatch(rows: Fields[], more: Fields = {}): Promise<Fields> {
      const answer = await ask({ rows, ...more })
      assert.equal(answer.status, 202, JSON.stringify(answer.body))
      return answer.body.data
    },
    quoteBatch: (rows: unknown[]) => post('quote', { merchant_id: till.merchantId, rows }),
    askCsv: (csv: string, query: Record<string, string> = {}, path = '') =>
      till.dashboard(
        `${base}${path}?${new URLSearchParams({ merchant_id: till.merchantId, ...query })}`,
        'live',
        {
          raw: csv,
          headers: { 'content-type': 'text/csv', 'idempotency-key': randomUUID() },
        },
      ),
    answerBatch: (id: unknown, message: string) => post(`${id}/info`, { message }),
    cancelBatch: (id: unknown) => post(`${id}/cancel`),
    retryFailed: (id: unknown) => post(`${id}/retry-failed`),
    async rows(id: unknown, query = ''): Promise<Fields[]> {
      const path = `${base}/${id}/rows?page_size=100${query}`
      return dataOf(await till.dashboard(path, 'live')).items as Fields[]
    },
    async batchPath(id: unknown): Promise<string[]> {
      const { history } = await readBatch(id)
      return history.map(({ from, to, source }) => `${from ?? ''} → ${to} by ${source}`.trim())
    },
  }
}
