import assert from 'node:assert/strict'
import { newMerchant, type Reply, type Sent, type Service } from '../../service.ts'

export type Till = {
  merchantId: string
  ownerEmail: string
  webhookSecret: string
  live: Sent
  sandbox: Sent
}

/** A merchant that writes invoices, with its two keys. */
export async function openTill(service: Service): Promise<Till> {
  const { merchantId, ownerEmail, liveKey, sandboxKey, webhook_secret } = await newMerchant(service)
  return {
    merchantId,
    ownerEmail,
    webhookSecret: webhook_secret,
    live: { key: liveKey },
    sandbox: { key: sandboxKey },
  }
}

export const item = (quantity: string, price: string, tax?: string) => ({
  description: 'Sugar',
  quantity,
  unit_price: price,
  ...(tax === undefined ? {} : { tax_percent: tax }),
})

/** What a merchant sends for an invoice of 1,000 shillings, unless told otherwise. */
export const wish = ({ merchantId }: Till, fields: Record<string, unknown> = {}) => ({
  merchant_id: merchantId,
  customer_name: 'Asha Mrema',
  customer_phone: '0712345678',
  due_date: '2099-12-31',
  items: [item('2', '500')],
  ...fields,
})

export type Shown = Record<string, unknown> & {
  id: string
  number: string
  status: string
  public_url: string
}

export function dataOf(answer: Reply): Shown {
  assert.ok(answer.body.success, JSON.stringify(answer.body))
  return answer.body.data as Shown
}

export async function drafted(
  service: Service,
  till: Till,
  fields: Record<string, unknown> = {},
  sent: Sent = till.sandbox,
): Promise<Shown> {
  return dataOf(await service.call('/v1/invoices', { ...sent, body: wish(till, fields) }))
}
