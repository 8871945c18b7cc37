import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Cast } from '../permissions/cast.ts'
import { questionedWithdrawal } from '../permissions/payouts.ts'
import type { Reply, Sent, Service } from '../service.ts'
import { openEndpoint } from '../stories/webhooks/own-endpoint.ts'
import { until } from '../test-clusters.ts'

/** What anybody can write in a merchant's sandbox, each once, with that text wherever text is taken. */
export async function seedOneOfEverything(service: Service, cast: Cast, text: string): Promise<void> {
  const { merchantId } = cast
  const { owner, sandbox_key: key } = cast.credentials
  const send = async (path: string, sent: Sent, body: object) =>
    made(
      path,
      await service.call(path, {
        ...sent,
        headers: { 'idempotency-key': randomUUID(), 'x-environment': 'sandbox', 'x-merchant-id': merchantId },
        body,
      }),
    )
  const endpoint = await openEndpoint(() => ({ status: 500, body: text }))
  const address = `${endpoint.url}/?q=${encodeURIComponent(text)}`
  await send('/v1/merchant/webhook-config', { ...owner, method: 'PATCH' }, { sandbox_webhook_url: address })
  await send(`/v1/merchants/${merchantId}`, { ...owner, method: 'PATCH' }, { display_name: text })
  const customer = { name: text, phone: '0712345678', email: 'asha@customer.test' }
  await send('/v1/customers', key, customer)
  await send('/v1/recipients', key, {
    ...{ method: 'MOBILE_MONEY', destination_code: 'MPESA' },
    ...{ destination_name: text.slice(0, 120), destination_identifier: '0754000111' },
  })
  await send('/v1/merchant/webhook-endpoints', owner, { url: `${endpoint.url}/more`, events: ['refund.*'] })
  const payment = await send('/v1/collections/ussd-push', key, {
    merchant_id: merchantId,
    ...{ amount: '1500.00', customer_phone: '0700000001', merchant_reference: text.slice(0, 60) },
  })
  await send('/v1/payment-links', key, { merchant_id: merchantId, amount: '25000.00', description: text })
  await send('/v1/control-numbers', key, {
    ...{ merchant_id: merchantId, kind: 'ORDER', amount: '25000.00' },
    ...{ description: text, merchant_reference: text.slice(0, 60) },
  })
  await send('/v1/invoices', key, {
    merchant_id: merchantId,
    ...{ customer_name: text, customer_phone: '0712345678', due_date: '2099-01-31', notes: text },
    items: [{ description: text, quantity: '1', unit_price: '1000.00' }],
  })
  await send(`/v1/merchants/${merchantId}/api-keys`, owner, { name: text, environment: 'sandbox' })
  await send(`/v1/merchants/${merchantId}/members`, owner, { email: 'invited@cast.test', role: 'viewer' })
  await send(`/v1/merchants/${merchantId}/documents`, owner, {
    ...{ kind: 'other', file_name: `${text}.pdf` },
    content: Buffer.from('%PDF-1.7\nof a shop').toString('base64'),
  })
  // Otherwise the sandbox approves what is to be asked about.
  await send('/v1/sandbox/profile', { ...key, method: 'PATCH' }, { approval_delay_ms: 600_000 })
  const asked = await send('/v1/disbursement-batches', key, {
    ...{ merchant_id: merchantId, name: text.slice(0, 120), metadata: { note: text.slice(0, 500) } },
    rows: [
      {
        ...{ reference: text.slice(0, 60), amount: '1000.00', destination_code: 'MPESA' },
        ...{ destination_identifier: '255700000101', destination_name: text.slice(0, 120) },
      },
    ],
  })
  const aboutBatch = `/v1/admin/disbursement-batches/${asked.id}/request-info`
  await send(aboutBatch, cast.credentials.super_admin, { note: text })
  const refund = await send('/v1/refunds', key, {
    ...{ collection_id: await whenPaid(service, key, payment.id), amount: '1000.00', reason: 'other' },
    ...{ note: text, metadata: { note: text } },
  })
  const aboutRefund = `/v1/admin/withdrawals/${refund.id}/request-info`
  await send(aboutRefund, cast.credentials.super_admin, { note: text })
  // Asked, answered and asked again: it waits for its merchant, and has said something already.
  const { id } = await questionedWithdrawal({ service, cast }, 'sandbox')
  await send(`/v1/merchant/withdrawals/${id}/info`, owner, { message: text })
  await send(`/v1/admin/withdrawals/${id}/request-info`, cast.credentials.super_admin, { note: text })
}

async function whenPaid(service: Service, key: Sent, id: unknown): Promise<unknown> {
  await until(async () => {
    const { status } = made('the payment', await service.call(`/v1/collections/${id}`, key))
    return status === 'successful'
  })
  return id
}

function made(path: string, { status, body }: Reply): Record<string, unknown> {
  assert.ok(status < 300, `${path}: ${status} ${JSON.stringify(body)}`)
  return body.data
}
