import { randomUUID } from 'node:crypto'
import { batchId } from './fill-batches.ts'
import { type Edges, filtersOf, type ListCall } from './list-call.ts'

/** How each list of Super Admins is asked for, and each of its filters. */
export function listCallsOfAdmins(merchantId: string, edges: Edges): Record<string, ListCall> {
  const { period, collections, withdrawals } = filtersOf(edges)
  const order = { order: ['oldest'] }
  const all = { as: 'admin' } as const
  return {
    adminListDocuments: { ...all, path: `/v1/admin/merchants/${merchantId}/documents`, filters: {} },
    adminListMerchants: {
      ...all,
      path: '/v1/admin/merchants',
      filters: {
        verification_status: ['pending', 'verified'],
        is_active: ['false', 'true'],
        search: ['Shop'],
      },
    },
    adminListCollections: {
      ...all,
      path: '/v1/admin/collections',
      filters: { ...collections, merchant_id: [randomUUID(), merchantId], silent: ['true'], ...order },
    },
    adminListControlNumbers: {
      ...all,
      path: '/v1/admin/control-numbers',
      filters: {
        ...{ status: ['PAID', 'ACTIVE'], number: ['1000000000001'], merchant_id: [randomUUID(), merchantId] },
        ...period,
      },
    },
    adminListCollectionExchanges: {
      ...all,
      path: `/v1/admin/collections/${merchantId}/exchanges`,
      filters: {},
    },
    adminListWithdrawals: {
      ...all,
      path: '/v1/admin/withdrawals',
      filters: {
        ...{ ...withdrawals, kind: ['refund', 'withdrawal'], merchant_id: [randomUUID(), merchantId] },
        ...{ batch_id: [randomUUID(), batchId], search: ['Juma'], ...order },
      },
    },
    adminListBatches: {
      ...all,
      path: '/v1/admin/disbursement-batches',
      filters: { status: ['PAUSED', 'DONE'], merchant_id: [randomUUID(), merchantId], ...period, ...order },
    },
    adminListFiscalReceipts: {
      ...all,
      path: '/v1/admin/fiscal/receipts',
      filters: { status: ['FAILED', 'QUEUED'], merchant_id: [randomUUID(), merchantId], ...order },
    },
    adminListDiscrepancies: {
      ...all,
      path: '/v1/admin/discrepancies',
      filters: {
        ...{
          status: ['open', 'settled'],
          merchant_id: [randomUUID(), merchantId],
          collection_id: [randomUUID()],
          kind: ['unknown_reference', 'other_amount'],
          withdrawal_id: [randomUUID()],
          ...order,
        },
      },
    },
    adminListDeadLetters: {
      ...all,
      path: '/v1/admin/dead-letters',
      filters: { status: ['open', 'settled'], provider: ['none'], ...order },
    },
    adminListNetworks: { ...all, path: '/v1/admin/networks', filters: { method: ['BANK_ACCOUNT'] } },
    adminListProviders: { ...all, path: '/v1/admin/providers', filters: {} },
    adminListProviderRoutes: {
      ...all,
      path: '/v1/admin/provider-routes',
      filters: { merchant_id: [randomUUID(), merchantId] },
    },
    adminListRiskRules: {
      ...all,
      path: '/v1/admin/risk-rules',
      filters: { merchant_id: [randomUUID(), merchantId] },
    },
    adminListRiskHits: {
      ...all,
      path: '/v1/admin/risk-hits',
      filters: {
        rule_id: [randomUUID()],
        merchant_id: [randomUUID(), merchantId],
        payment_id: [randomUUID()],
        outcome: ['blocked', 'watched'],
      },
    },
    adminListRiskListEntries: { ...all, path: '/v1/admin/risk-lists', filters: { list: ['none'] } },
    adminListFloatTopUps: {
      ...all,
      path: '/v1/admin/float-top-ups',
      filters: { provider: ['none', 'sandbox'], reference: ['none'], ...period },
    },
    adminListReconciliations: {
      ...all,
      path: '/v1/admin/reconciliations',
      filters: { provider: ['none', 'sandbox'], day: ['2020-01-01'] },
    },
    adminListReconciliationFindings: {
      ...all,
      path: `/v1/admin/reconciliations/${merchantId}/findings`,
      filters: { kind: ['missing_there', 'missing_here'] },
    },
    adminListStatementMappings: { ...all, path: '/v1/admin/statement-mappings', filters: {} },
    adminListPricingRules: {
      ...all,
      path: `/v1/admin/merchants/${merchantId}/pricing-rules`,
      filters: { channel: ['BANK_ACCOUNT', 'COLLECTION'] },
    },
    adminListAlerts: { ...all, path: '/v1/admin/alerts', filters: { status: ['open', 'resolved'] } },
    adminListOperators: { ...all, path: '/v1/admin/operators', filters: {} },
    adminListQuarantine: { ...all, path: '/v1/admin/quarantine', filters: order },
    adminListAuditLog: {
      ...all,
      path: '/v1/admin/audit-log',
      filters: {
        ...{
          action: ['none', 'api_key.created'],
          subject_id: [randomUUID()],
          merchant_id: [randomUUID(), merchantId],
        },
        actor_id: [randomUUID()],
      },
    },
  }
}
