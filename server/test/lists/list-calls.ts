import { randomUUID } from 'node:crypto'
import { batchId } from './fill-batches.ts'
import { type Edges, filtersOf, type ListCall } from './list-call.ts'
import { listCallsOfAdmins } from './list-calls-of-admins.ts'

/** How each list of the contract is asked for, and each of its filters. */
export function listCalls(merchantId: string, edges: Edges): Record<string, ListCall> {
  const { recently, atFirst } = edges
  const at = `/v1/merchants/${merchantId}`
  const [nobody, somebody] = ['255714000000', '255713000000']
  const { period, collections, withdrawals } = filtersOf(edges)
  /** Written as `metadata[shop]=Kariakoo`. */
  const metadata = { metadata: ['order_id=none', 'shop=Kariakoo'] }
  const ownWithdrawals = {
    ...withdrawals,
    ...{ merchant_reference: ['none'], batch_id: [randomUUID(), batchId], recipient_id: [randomUUID()] },
    ...metadata,
  }
  const own = { as: 'owner' } as const
  return {
    listDocuments: { ...own, path: `${at}/documents`, filters: {} },
    listSessions: { ...own, path: '/v1/auth/sessions', filters: {} },
    listMembers: { ...own, path: `${at}/members`, filters: {} },
    listApiKeys: { ...own, path: `${at}/api-keys`, filters: { environment: ['live', 'sandbox'] } },
    listCustomers: { ...own, path: '/v1/customers', filters: { phone: [nobody, somebody], ...metadata } },
    listRecipients: {
      ...own,
      path: '/v1/recipients',
      filters: {
        ...{ status: ['BLOCKED', 'COOLING', 'READY'], method: ['MOBILE_MONEY', 'BANK_ACCOUNT'] },
        ...{ destination_identifier: [nobody, somebody], ...metadata, ...period },
      },
    },
    listNotifications: { ...own, path: '/v1/merchant/notifications', filters: { unread: ['false', 'true'] } },
    listMerchantCollections: {
      ...own,
      path: `${at}/collections`,
      filters: {
        ...collections,
        ...{ phone: [nobody, somebody], network: ['T-Pesa', 'Mixx by Yas'] },
        ...{ payment_link_id: [randomUUID()], invoice_id: [randomUUID()], control_number_id: [randomUUID()] },
        ...metadata,
      },
    },
    listControlNumbers: {
      ...own,
      path: '/v1/control-numbers',
      filters: {
        status: ['PAID', 'ACTIVE'],
        ...{ number: ['1000000000001'], customer_id: [randomUUID()], invoice_id: [randomUUID()] },
        ...{ merchant_reference: ['none'] },
        ...period,
      },
    },
    listPaymentLinks: {
      ...own,
      path: '/v1/payment-links',
      filters: { status: ['EXPIRED', 'PAID', 'ACTIVE'], ...period, ...metadata },
    },
    listInvoices: {
      ...own,
      path: '/v1/invoices',
      filters: {
        status: ['DRAFT', 'SENT', 'OVERDUE', 'PARTIALLY_PAID', 'CREDITED', 'VOID', 'PAID'],
        ...period,
        ...metadata,
      },
    },
    listCreditNotes: { ...own, path: `/v1/invoices/${merchantId}/credit-notes`, filters: {} },
    listStatements: {
      ...own,
      path: '/v1/merchant/statements',
      filters: { currency: ['KES', 'TZS'], kind: ['monthly', 'daily'] },
    },
    listFiscalReceipts: {
      ...own,
      path: '/v1/fiscal/receipts',
      filters: { status: ['FAILED', 'ISSUED'], collection_id: [randomUUID()], day: ['2000-01-01'] },
    },
    listFiscalDays: { ...own, path: '/v1/fiscal/days', filters: { status: ['FAILED', 'CLOSED'] } },
    listPrivacyRequests: {
      ...own,
      path: '/v1/merchant/privacy-requests',
      filters: { status: ['REFUSED', 'SCHEDULED', 'DONE'] },
    },
    listExports: { ...own, path: '/v1/merchant/exports', filters: {} },
    listSettlements: {
      ...own,
      path: '/v1/merchant/settlements',
      filters: { currency: ['KES'], from: [recently.slice(0, 10)], to: [atFirst.slice(0, 10)] },
    },
    listTransactions: {
      ...own,
      path: `${at}/transactions`,
      filters: {
        ...{
          type: ['deposit', 'collection'],
          direction: ['debit', 'credit'],
          reference: ['none'],
          currency: ['KES'],
        },
        ...period,
      },
    },
    listDestinations: { ...own, path: '/v1/destinations', filters: { method: ['BANK_ACCOUNT'] } },
    listNetworks: { ...own, path: '/v1/networks', filters: { method: ['BANK_ACCOUNT'] } },
    listPublicNetworks: { ...own, path: '/v1/public/networks', filters: { method: ['BANK_ACCOUNT'] } },
    listWithdrawals: { ...own, path: '/v1/merchant/withdrawals', filters: ownWithdrawals },
    listDisbursements: {
      ...own,
      path: `/v1/disbursements?merchant_id=${merchantId}`,
      filters: ownWithdrawals,
    },
    listDisbursementBatches: {
      ...own,
      path: '/v1/disbursement-batches',
      filters: { status: ['PAUSED', 'DONE'], ...metadata, ...period },
    },
    listBatchRows: {
      ...own,
      path: `/v1/disbursement-batches/${batchId}/rows`,
      filters: { status: ['PROCESSING', 'SUCCESS'], method: ['BANK_ACCOUNT', 'MOBILE_MONEY'], ...metadata },
    },
    listRefunds: {
      ...own,
      path: '/v1/refunds',
      filters: {
        ...{
          status: ['PROCESSING', 'SUCCESS'],
          reason: ['overpaid', 'requested'],
          method: ['BANK_ACCOUNT', 'MOBILE_MONEY'],
          collection_id: [randomUUID()],
        },
        ...metadata,
        ...period,
      },
    },
    listEvents: {
      ...own,
      path: '/v1/merchant/events',
      filters: { types: ['collection.failed', 'collection.success'], resource_id: [randomUUID()], ...period },
    },
    listWebhookEndpoints: {
      ...own,
      path: '/v1/merchant/webhook-endpoints',
      filters: { environment: ['live', 'sandbox'] },
    },
    listWebhookDeliveries: {
      ...own,
      path: '/v1/merchant/webhook-deliveries',
      filters: {
        status: ['exhausted', 'pending', 'delivered'],
        event_id: [randomUUID()],
        endpoint_id: [randomUUID()],
        types: ['collection.success'],
        ...period,
      },
    },
    listSandboxPrompts: { ...own, path: '/v1/sandbox/prompts', filters: { phone: [nobody, somebody] } },
    listRequests: {
      ...own,
      path: '/v1/merchant/requests',
      filters: {
        ...{ method: ['PUT', 'GET'], path: ['/v1/none', '/v1/some'], status: ['409', '200'] },
        ...{
          error_code: ['invalid_state'],
          min_duration_ms: ['5000'],
          api_key_id: [randomUUID(), merchantId],
          authenticated_by: ['session', 'key'],
        },
        ...{ ip: ['10.0.0.1', '127.0.0.1'], idempotency_key: [randomUUID()], resource_id: [randomUUID()] },
        ...period,
      },
    },
    listSandboxMessages: { ...own, path: '/v1/sandbox/outbox', filters: { recipient: [nobody, somebody] } },
    ...listCallsOfAdmins(merchantId, edges),
  }
}
