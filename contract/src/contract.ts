export * from './access.ts'
export { BatchDossier, MayDecideBatch, QueuedBatch } from './admin-disbursement-batches.ts'
export { AdminMerchant, MerchantDossier } from './admin-merchants.ts'
export { riskKinds, WithdrawalDossier } from './admin-withdrawals.ts'
export { type AlertKind, alertKinds, OperatorAlert } from './alerts.ts'
export { ApiKey, Caller, FreshApiKey, PayoutCaps } from './api-keys.ts'
export * from './batch-fields.ts'
export { BookCheck, Books } from './books.ts'
export { CallbackBody, callbackEventTypes, mostCallbackBytes } from './callbacks.ts'
export { CollectionDossier } from './clearance.ts'
export { clientMethods } from './client-methods.ts'
export { CollectionExchange } from './collection-exchanges.ts'
export * from './collection-fields.ts'
export {
  BillPayment,
  billAnswers,
  ControlNumber,
  ControlNumberRow,
  controlNumberKinds,
  controlNumberStatuses,
  mostControlNumbers,
  paymentModes,
} from './control-numbers.ts'
export { CreditNote } from './credit-notes.ts'
export { Customer } from './customers.ts'
export { DeadLetter } from './dead-letters.ts'
export * from './decision-fields.ts'
export {
  Discrepancy,
  discrepancyKinds,
  discrepancyStatuses,
  proposableActions,
  settlementActions,
} from './discrepancies.ts'
export {
  AdminDocument,
  documentKinds,
  documentTypes,
  MerchantDocument,
  mostDocumentBytes,
  mostDocuments,
} from './documents.ts'
export { eventBody } from './event-bodies.ts'
export * from './event-fields.ts'
export { EvidenceWord } from './evidence-fields.ts'
export * from './failures.ts'
export * from './fields.ts'
export {
  DayFigures,
  FailureFigures,
  MerchantSummary,
  MethodFigures,
  NetworkFigures,
  TodayFigures,
} from './figures.ts'
export {
  AdminFiscalReceipt,
  FiscalDay,
  FiscalReceipt,
  FiscalReceiptStatus,
  FiscalSettings,
  fiscalFields,
  fiscalReceiptStatuses,
  fiscalStatuses,
  registrationStatuses,
  type TaxCode,
  taxCodes,
} from './fiscal.ts'
export { FloatTopUp } from './float-top-ups.ts'
export { Invoice, invoiceStates, invoiceStatuses, mostInvoiceItems } from './invoices.ts'
export { Balance, LedgerTransaction, transactionTypes } from './ledger.ts'
export { Member } from './members.ts'
export { Merchant, pageLanguages, verificationStatuses } from './merchants.ts'
export {
  Metadata,
  MetadataChange,
  metadataFilter,
  mostMetadataBytes,
  mostMetadataFilters,
  mostMetadataKeys,
  ShownMetadata,
} from './metadata.ts'
export {
  AdminNetwork,
  AdminNetworkStanding,
  Network,
  type NetworkDirection,
  NetworkHours,
  NetworkLimits,
  type NetworkStatus,
  networkDirections,
  networkStatuses,
  PublicNetwork,
  PublicNetworkStanding,
} from './networks.ts'
export { Notification } from './notifications.ts'
export { openApi } from './openapi.ts'
export * from './operation.ts'
export * from './operations.ts'
export { Operator } from './operators.ts'
export { PaymentLink, paymentLinkStatuses } from './payment-links.ts'
export { Me, Person } from './people.ts'
export { channels, PricingRule, PricingTrial } from './pricing-rules.ts'
export {
  DataExport,
  exportStatuses,
  PrivacyRequest,
  privacyKinds,
  privacyRefusals,
  privacyStatuses,
} from './privacy.ts'
export { CarriedNetwork, ProviderFigures, ProviderRoute, ProviderStanding } from './providers.ts'
export { Quarantined } from './quarantine.ts'
export { Queue, QueueCount } from './queue.ts'
export { mostCoolingHours, Recipient, RecipientSettings, recipientStatuses } from './recipients.ts'
export {
  findingKinds,
  Reconciliation,
  ReconciliationFinding,
  reconciliationSources,
  reconciliationStatuses,
} from './reconciliations.ts'
export { type RecordedExample, recordedExamples } from './recorded-examples.ts'
export * from './refund-fields.ts'
export * from './refusal-advice.ts'
export * from './refusals.ts'
export { RequestDetails, RequestSummary, requestMethods } from './requests.ts'
export { Retention, retentionBounds } from './retention.ts'
export { RiskHit, RiskListEntry, RiskRule, RiskSample, RiskSimulation } from './risk.ts'
export * from './risk-fields.ts'
export {
  Prompt,
  SandboxAdvance,
  SandboxMessage,
  SandboxProfile,
  type SandboxStep,
  Subscriber,
  Switchboard,
  sandboxSteps,
} from './sandbox.ts'
export { Found, foundKinds } from './search.ts'
export { KnownMapping, StatementMapping, statementKinds, statementStates } from './statement-mappings.ts'
export {
  mostStatementAddresses,
  mostStatementDays,
  Settlement,
  Statement,
  StatementSchedule,
  StatementTotals,
  statementStatuses,
} from './statements.ts'
export { mostTillPayments, TillPayment, TillTotals, tillStandings } from './till.ts'
export * from './timeline-fields.ts'
export {
  AdminCollectionTimeline,
  AdminWithdrawalTimeline,
  CollectionSentence,
  CollectionTimeline,
  WithdrawalSentence,
  WithdrawalTimeline,
} from './timelines.ts'
export { WebhookConfig } from './webhook-config.ts'
export {
  Attempt,
  type AttemptResult,
  attemptResults,
  Delivery,
  type DeliveryStatus,
  deliveryStatuses,
} from './webhook-deliveries.ts'
export {
  endpointMethods,
  eventFilters,
  mostWebhookEndpoints,
  OwnWebhookEndpoint,
} from './webhook-endpoints.ts'
export * from './withdrawal-fields.ts'
