import type { OperationId } from '@malipo/contract'
import { dayAt } from '../../src/primitives/instant.ts'
import { paidCollection } from '../permissions/money.ts'
import { issuedReceipt } from '../permissions/samples-of-fiscal-receipts.ts'
import type { Sample } from '../permissions/stage.ts'

const dayMs = 24 * 60 * 60 * 1000

/** What a developer would send who uses the call in earnest, beside what it needs. */
export const richerBodies: Partial<Record<OperationId, Record<string, unknown>>> = {
  createHostedPage: {
    amount: 25000,
    currency: 'TZS',
    customer_name: 'Asha Mrema',
    reference: 'order-1042',
    description: 'Two kanga',
    redirect_url: 'https://shop.example/orders/1042/thanks',
    cancel_url: 'https://shop.example/orders/1042',
  },
  createDirectWalletPush: { amount: 25000, reference: 'order-1042' },
  createDirectProviderPesa: { amount: 25000, reference: 'order-1042' },
  createDirectQr: { amount: 25000, reference: 'order-1042' },
  createUssdPushCollection: { amount: '25000.00', merchant_reference: 'order-1042' },
  createStkPushCollection: { amount: '25000.00', merchant_reference: 'order-1042' },
  createProviderPesaPushCollection: { amount: '25000.00', merchant_reference: 'order-1042' },
  createDynamicQrCollection: { amount: '25000.00', merchant_reference: 'order-1042' },
  createPaymentLink: { amount: '25000.00', description: 'Two kanga', single_use: true },
  createInvoice: {
    due_date: '2099-12-31',
    items: [{ description: 'Kanga', quantity: '2', unit_price: '12500.00', tax_percent: '18' }],
  },
  changeFiscalSettings: { is_enabled: true, vrn: '40-012345-A', tax_code: 'STANDARD' },
  createApiKey: { name: 'Shop server', scopes: ['collections:read', 'collections:write'] },
  createMerchant: { name: 'Duka la Asha', phone: '255712345678' },
  createWebhookEndpoint: {
    url: 'https://shop.example/refunds',
    events: ['refund.*'],
    metadata: { shop: 'Kariakoo' },
  },
  changeWebhookConfig: { webhook_url: 'https://shop.example/malipo-events' },
}

/** They show what else a merchant waits for, which would be everything that the walk has asked for. */
export const wantsFewWithdrawals: ReadonlySet<string> = new Set<OperationId>([
  'adminApproveWithdrawal',
  'adminReadWithdrawal',
  'adminRejectWithdrawal',
  'adminRequestWithdrawalInfo',
  'adminResolveWithdrawal',
  'adminRetryWithdrawal',
])

const inSandbox = { 'x-environment': 'sandbox' }

/** Of what is read, something that has come to its end: the first thing that anybody wants to know is how that looks. */
export const richerSamples: Partial<Record<OperationId, Sample>> = {
  readCollectionStatus: async (stage) => ({
    params: { collection_id: await paidCollection(stage, stage.cast.credentials.live_key) },
    headers: { 'x-merchant-id': stage.cast.merchantId },
  }),
  refreshCollectionStatus: async (stage) => ({
    params: { collection_id: await paidCollection(stage, stage.cast.credentials.live_key) },
    headers: { 'x-merchant-id': stage.cast.merchantId },
  }),
  readCollectionTimeline: async (stage) => ({
    params: { collection_id: await paidCollection(stage, stage.cast.credentials.live_key) },
    headers: { 'x-merchant-id': stage.cast.merchantId },
  }),
  readMerchantSummary: async (stage) => {
    await paidCollection(stage, stage.cast.credentials.live_key)
    const now = Date.now()
    return {
      headers: { 'x-merchant-id': stage.cast.merchantId },
      query: { from: dayAt(new Date(now - dayMs)), to: dayAt(new Date(now)) },
    }
  },
  searchMerchant: async (stage) => ({
    headers: { 'x-merchant-id': stage.cast.merchantId },
    query: { q: await paidCollection(stage, stage.cast.credentials.live_key) },
  }),
  readFiscalReceipt: async (stage) => ({
    params: { fiscal_receipt_id: await issuedReceipt(stage) },
    headers: { 'x-merchant-id': stage.cast.merchantId },
  }),
  listFiscalDays: async (stage) => {
    await issuedReceipt(stage)
    return { headers: { 'x-merchant-id': stage.cast.merchantId } }
  },
  readTill: async (stage) => {
    await paidCollection(stage, stage.cast.credentials.owner)
    return { headers: { 'x-merchant-id': stage.cast.merchantId } }
  },
  // In live, where the walk has recorded some.
  adminListFloatTopUps: async () => ({}),
  adminListReconciliations: async () => ({}),
  readMerchantCollection: async (stage) => ({
    params: {
      merchant_id: stage.cast.merchantId,
      collection_id: await paidCollection(stage, stage.cast.credentials.sandbox_key),
    },
    headers: inSandbox,
  }),
}
