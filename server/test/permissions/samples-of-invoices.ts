import assert from 'node:assert/strict'
import type { Sent } from '../service.ts'
import type { Sample, Stage } from './stage.ts'

export const invoiceBody = (merchantId: string) => ({
  merchant_id: merchantId,
  customer_name: 'Asha Mrema',
  customer_phone: '0712345678',
  due_date: '2099-12-31',
  items: [{ description: 'Sugar', quantity: '2', unit_price: '500.00' }],
})

/** A draft of the merchant, made with the credentials that are given. */
export async function draftedInvoice({ service, cast }: Stage, sent: Sent = cast.credentials.live_key) {
  const answer = await service.call('/v1/invoices', { ...sent, body: invoiceBody(cast.merchantId) })
  return String(answer.body.data?.id ?? assert.fail(JSON.stringify(answer.body)))
}

const ofInvoice: Sample = async (stage) => ({
  params: { invoice_id: await draftedInvoice(stage) },
  headers: { 'x-merchant-id': stage.cast.merchantId },
})

export const samplesOfInvoices: Record<string, Sample> = {
  createInvoice: async ({ cast }) => ({ body: invoiceBody(cast.merchantId) }),
  listInvoices: async ({ cast }) => ({ headers: { 'x-merchant-id': cast.merchantId } }),
  readInvoice: ofInvoice,
  readInvoicePdf: ofInvoice,
  changeInvoice: async (stage, principal) => ({
    ...(await ofInvoice(stage, principal)),
    body: { notes: 'Karibu tena.' },
  }),
  sendInvoice: ofInvoice,
  createInvoicePaymentLink: ofInvoice,
  voidInvoice: ofInvoice,
}
