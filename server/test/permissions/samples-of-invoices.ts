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

/** One that is owed, so that something of it can be credited. */
async function sentInvoice(stage: Stage, sent: Sent = stage.cast.credentials.live_key): Promise<string> {
  const id = await draftedInvoice(stage, sent)
  await stage.service.call(`/v1/invoices/${id}/send`, { ...sent, method: 'POST' })
  return id
}

/** A credit note of the merchant, with its invoice. */
export async function creditNote(stage: Stage, sent: Sent = stage.cast.credentials.live_key) {
  const invoice_id = await sentInvoice(stage, sent)
  const answer = await stage.service.call(`/v1/invoices/${invoice_id}/credit-notes`, {
    ...sent,
    body: { amount: '100.00', reason: 'Torn sacks' },
  })
  const credit_note_id = String(answer.body.data?.id ?? assert.fail(JSON.stringify(answer.body)))
  return { invoice_id, credit_note_id }
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
  createCreditNote: async (stage) => ({
    params: { invoice_id: await sentInvoice(stage) },
    headers: { 'x-merchant-id': stage.cast.merchantId },
    body: { amount: '100.00', reason: 'Torn sacks' },
  }),
  listCreditNotes: ofInvoice,
  readCreditNotePdf: async (stage) => ({
    params: await creditNote(stage),
    headers: { 'x-merchant-id': stage.cast.merchantId },
  }),
}
