import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { traces } from '../../permissions/traces.ts'
import { assertRefused } from './envelope.ts'
import type { Provocations, Stage } from './stage.ts'

/** Needs a stage without chores, where nothing moves by itself. */
export const refusalsOfInvoices: Provocations = {
  async 'what is paid is neither paid again nor voided'(stage) {
    const id = await paidInvoice(stage)
    const before = await traces(stage.service)
    assertRefused(await begin(stage, id), '409 invoice_already_paid')
    assertRefused(await stage.call(`/v1/invoices/${id}/void`, { method: 'POST' }), '409 invoice_already_paid')
    assert.deepEqual(await traces(stage.service), before)
  },

  async 'an invoice in a currency that nobody here carries is told which ones are'(stage) {
    const answer = await stage.call('/v1/invoices', { body: { ...bodyOf(stage), currency: 'USD' } })
    assert.deepEqual(assertRefused(answer, '422 unsupported_currency').details, { supported: ['TZS'] })
  },
}

const bodyOf = ({ merchantId }: Stage) => ({
  merchant_id: merchantId,
  customer_name: 'Asha Mrema',
  customer_phone: '0712345678',
  due_date: '2099-12-31',
  items: [{ description: 'Sugar', quantity: '2', unit_price: '500' }],
})

function begin({ merchantId, call }: Stage, invoiceId: string) {
  const body = { merchant_id: merchantId, amount: '1000', invoice_id: invoiceId }
  return call('/v1/collections/dynamic-qr', { body, headers: { 'idempotency-key': randomUUID() } })
}

async function paidInvoice(stage: Stage): Promise<string> {
  const written = await stage.call('/v1/invoices', { body: bodyOf(stage) })
  const id = String(written.body.data.id)
  const { body } = await begin(stage, id)
  await stage.service.parts.resolve(
    {
      collectionId: String(body.data.id),
      source: 'callback',
      word: { kind: 'succeeded', providerStatus: 'COMPLETED' },
    },
    { merchant_id: stage.merchantId, environment: 'live' },
  )
  return id
}
