import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import type { Reply, Service } from '../../service.ts'
import { dataOf, type Fields } from '../money/shop.ts'
import type { Till } from './till.ts'

export const hour = 3_600_000

export const asha = {
  method: 'MOBILE_MONEY',
  destination_code: 'MPESA',
  destination_name: 'Asha Juma',
  destination_identifier: '0754123456',
}
export const bank = {
  method: 'BANK_ACCOUNT',
  destination_code: 'CRDB',
  destination_name: 'Juma Traders',
  destination_identifier: '0150-AB-77',
  bank_name: 'CRDB Bank',
  bank_account_name: 'Juma Traders Ltd',
}

export const save = (till: Till, body: Fields = {}, environment: Environment = 'live') =>
  till.dashboard('/v1/recipients', environment, { body: { ...asha, ...body } })
export const saved = async (till: Till, body: Fields = {}, environment: Environment = 'live') =>
  dataOf(await save(till, body, environment))
export const change = (till: Till, id: unknown, body: Fields, environment: Environment = 'live') =>
  till.dashboard(`/v1/recipients/${id}`, environment, { method: 'PATCH', body })
export const remove = (till: Till, id: unknown) =>
  till.dashboard(`/v1/recipients/${id}`, 'live', { method: 'DELETE' })
export const settle = (till: Till, body: Fields, environment: Environment = 'live') =>
  till.dashboard('/v1/merchant/recipient-settings', environment, { method: 'PATCH', body })
export const settings = async (till: Till, environment: Environment = 'live') =>
  dataOf(await till.dashboard('/v1/merchant/recipient-settings', environment))
export const read = (till: Till, id: unknown, environment: Environment = 'live') =>
  till.dashboard(`/v1/recipients/${id}`, environment)

/** Money to a saved recipient, named by nothing but its id. */
export const askTo = (
  till: Till,
  recipientId: unknown,
  more: Fields = {},
  environment: Environment = 'live',
) =>
  till.dashboard('/v1/merchant/withdrawals', environment, {
    body: { amount: '10000', recipient_id: recipientId, ...more },
    headers: { 'idempotency-key': randomUUID() },
  })
export const submitTo = async (till: Till, recipientId: unknown, more: Fields = {}) => {
  const asked = await askTo(till, recipientId, more)
  assert.equal(asked.status, 202, JSON.stringify(asked.body))
  return asked.body.data as Fields
}
export const problemsOf = ({ body }: Reply) =>
  Object.fromEntries(
    (body.error.details as { field: string; problem: string }[]).map(({ field, problem }) => [
      field,
      problem,
    ]),
  )
export const audited = async (service: Service, id: unknown): Promise<string[]> =>
  (
    await service.world.sql<{ action: string; details: Fields }[]>`
      select action, details from audit_log where subject_id = ${String(id)} order by seq`
  ).map(({ action, details }) => `${action} ${JSON.stringify(details)}`)
