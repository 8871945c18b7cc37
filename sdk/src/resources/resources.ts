// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import { type AdminAlertsCalls, adminAlertsLines } from './admin-alerts.ts'
import { type AdminAuditLogCalls, adminAuditLogLines } from './admin-audit-log.ts'
import { type AdminBatchesCalls, adminBatchesLines } from './admin-batches.ts'
import { type AdminBooksCalls, adminBooksLines } from './admin-books.ts'
import { type AdminCollectionsCalls, adminCollectionsLines } from './admin-collections.ts'
import { type AdminControlNumbersCalls, adminControlNumbersLines } from './admin-control-numbers.ts'
import { type AdminDeadLettersCalls, adminDeadLettersLines } from './admin-dead-letters.ts'
import { type AdminDiscrepanciesCalls, adminDiscrepanciesLines } from './admin-discrepancies.ts'
import { type AdminDocumentsCalls, adminDocumentsLines } from './admin-documents.ts'
import { type AdminFiscalReceiptsCalls, adminFiscalReceiptsLines } from './admin-fiscal-receipts.ts'
import { type AdminFloatTopUpsCalls, adminFloatTopUpsLines } from './admin-float-top-ups.ts'
import { type AdminMerchantsCalls, adminMerchantsLines } from './admin-merchants.ts'
import { type AdminNetworksCalls, adminNetworksLines } from './admin-networks.ts'
import { type AdminOperatorsCalls, adminOperatorsLines } from './admin-operators.ts'
import { type AdminPricingRulesCalls, adminPricingRulesLines } from './admin-pricing-rules.ts'
import { type AdminProviderRoutesCalls, adminProviderRoutesLines } from './admin-provider-routes.ts'
import { type AdminProvidersCalls, adminProvidersLines } from './admin-providers.ts'
import { type AdminQuarantineCalls, adminQuarantineLines } from './admin-quarantine.ts'
import { type AdminQueueCalls, adminQueueLines } from './admin-queue.ts'
import { type AdminReconciliationsCalls, adminReconciliationsLines } from './admin-reconciliations.ts'
import { type AdminRetentionCalls, adminRetentionLines } from './admin-retention.ts'
import { type AdminRiskHitsCalls, adminRiskHitsLines } from './admin-risk-hits.ts'
import { type AdminRiskListsCalls, adminRiskListsLines } from './admin-risk-lists.ts'
import { type AdminRiskRulesCalls, adminRiskRulesLines } from './admin-risk-rules.ts'
import { type AdminRiskSimulationsCalls, adminRiskSimulationsLines } from './admin-risk-simulations.ts'
import { type AdminStatementMappingsCalls, adminStatementMappingsLines } from './admin-statement-mappings.ts'
import { type AdminWithdrawalsCalls, adminWithdrawalsLines } from './admin-withdrawals.ts'

export * from './admin-alerts.ts'
export * from './admin-audit-log.ts'
export * from './admin-batches.ts'
export * from './admin-books.ts'
export * from './admin-collections.ts'
export * from './admin-control-numbers.ts'
export * from './admin-dead-letters.ts'
export * from './admin-discrepancies.ts'
export * from './admin-documents.ts'
export * from './admin-fiscal-receipts.ts'
export * from './admin-float-top-ups.ts'
export * from './admin-merchants.ts'
export * from './admin-networks.ts'
export * from './admin-operators.ts'
export * from './admin-pricing-rules.ts'
export * from './admin-provider-routes.ts'
export * from './admin-providers.ts'
export * from './admin-quarantine.ts'
export * from './admin-queue.ts'
export * from './admin-reconciliations.ts'
export * from './admin-records.ts'
export * from './admin-retention.ts'
export * from './admin-risk-hits.ts'
export * from './admin-risk-lists.ts'
export * from './admin-risk-rules.ts'
export * from './admin-risk-simulations.ts'
export * from './admin-statement-mappings.ts'
export * from './admin-withdrawals.ts'
export * from './api-keys.ts'
export * from './auth.ts'
export * from './balance.ts'
export * from './batch-records.ts'
export * from './batches.ts'
export * from './checkout.ts'
export * from './collections.ts'
export * from './control-numbers.ts'
export * from './customers.ts'
export * from './deliveries.ts'
export * from './destinations.ts'
export * from './disbursements.ts'
export * from './documents.ts'
export * from './event-bodies.ts'
export * from './events.ts'
export * from './exports.ts'
export * from './fields.ts'
export * from './fiscal.ts'
export * from './invoices.ts'
export * from './members.ts'
export * from './merchants.ts'
export * from './networks.ts'
export * from './notifications.ts'
export * from './paper-records.ts'
export * from './payment-links.ts'
export * from './privacy-requests.ts'
export * from './recipients.ts'
export * from './records.ts'
export * from './refunds.ts'
export * from './requests.ts'
export * from './sandbox.ts'
export * from './search.ts'
export * from './settlements.ts'
export * from './statements.ts'
export * from './summary.ts'
export * from './till.ts'
export * from './timelines.ts'
export * from './transactions.ts'
export * from './webhook-endpoints.ts'
export * from './webhooks.ts'
export * from './withdrawals.ts'

export interface AdminCalls {
  alerts: AdminAlertsCalls
  auditLog: AdminAuditLogCalls
  batches: AdminBatchesCalls
  books: AdminBooksCalls
  collections: AdminCollectionsCalls
  controlNumbers: AdminControlNumbersCalls
  deadLetters: AdminDeadLettersCalls
  discrepancies: AdminDiscrepanciesCalls
  documents: AdminDocumentsCalls
  fiscalReceipts: AdminFiscalReceiptsCalls
  floatTopUps: AdminFloatTopUpsCalls
  merchants: AdminMerchantsCalls
  networks: AdminNetworksCalls
  operators: AdminOperatorsCalls
  pricingRules: AdminPricingRulesCalls
  providerRoutes: AdminProviderRoutesCalls
  providers: AdminProvidersCalls
  quarantine: AdminQuarantineCalls
  queue: AdminQueueCalls
  reconciliations: AdminReconciliationsCalls
  retention: AdminRetentionCalls
  riskHits: AdminRiskHitsCalls
  riskLists: AdminRiskListsCalls
  riskRules: AdminRiskRulesCalls
  riskSimulations: AdminRiskSimulationsCalls
  statementMappings: AdminStatementMappingsCalls
  withdrawals: AdminWithdrawalsCalls
}

export const adminLines = {
  alerts: adminAlertsLines,
  auditLog: adminAuditLogLines,
  batches: adminBatchesLines,
  books: adminBooksLines,
  collections: adminCollectionsLines,
  controlNumbers: adminControlNumbersLines,
  deadLetters: adminDeadLettersLines,
  discrepancies: adminDiscrepanciesLines,
  documents: adminDocumentsLines,
  fiscalReceipts: adminFiscalReceiptsLines,
  floatTopUps: adminFloatTopUpsLines,
  merchants: adminMerchantsLines,
  networks: adminNetworksLines,
  operators: adminOperatorsLines,
  pricingRules: adminPricingRulesLines,
  providerRoutes: adminProviderRoutesLines,
  providers: adminProvidersLines,
  quarantine: adminQuarantineLines,
  queue: adminQueueLines,
  reconciliations: adminReconciliationsLines,
  retention: adminRetentionLines,
  riskHits: adminRiskHitsLines,
  riskLists: adminRiskListsLines,
  riskRules: adminRiskRulesLines,
  riskSimulations: adminRiskSimulationsLines,
  statementMappings: adminStatementMappingsLines,
  withdrawals: adminWithdrawalsLines,
} as const
