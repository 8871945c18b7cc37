export * from './access.ts'
export { AdminMerchant } from './admin-merchants.ts'
export { WithdrawalDossier } from './admin-withdrawals.ts'
export { ApiKey, FreshApiKey } from './api-keys.ts'
export { CallbackBody, callbackEventTypes, mostCallbackBytes } from './callbacks.ts'
export { CollectionExchange } from './collection-exchanges.ts'
export * from './collection-fields.ts'
export { Customer } from './customers.ts'
export { DeadLetter } from './dead-letters.ts'
export { Discrepancy, discrepancyKinds, discrepancyStatuses } from './discrepancies.ts'
export { eventBody } from './event-bodies.ts'
export * from './event-fields.ts'
export { EvidenceWord } from './evidence-fields.ts'
export * from './failures.ts'
export * from './fields.ts'
export { FloatTopUp } from './float-top-ups.ts'
export { Invoice, invoiceStates, invoiceStatuses, mostInvoiceItems } from './invoices.ts'
export { Balance, LedgerTransaction, transactionTypes } from './ledger.ts'
export { Member } from './members.ts'
export { Merchant, pageLanguages, verificationStatuses } from './merchants.ts'
export { Notification } from './notifications.ts'
export { openApi } from './openapi.ts'
export * from './operation.ts'
export * from './operations.ts'
export { PaymentLink, paymentLinkStatuses } from './payment-links.ts'
export { Person } from './people.ts'
export { channels, PricingRule } from './pricing-rules.ts'
export { ProviderRoute, ProviderStanding } from './providers.ts'
export { Quarantined } from './quarantine.ts'
export {
  findingKinds,
  Reconciliation,
  ReconciliationFinding,
  reconciliationSources,
  reconciliationStatuses,
} from './reconciliations.ts'
export * from './refusals.ts'
export { Prompt, SandboxMessage, SandboxProfile, Subscriber, Switchboard } from './sandbox.ts'
export { KnownMapping, StatementMapping, statementKinds, statementStates } from './statement-mappings.ts'
export { WebhookConfig } from './webhook-config.ts'
export {
  Attempt,
  type AttemptResult,
  attemptResults,
  Delivery,
  type DeliveryStatus,
  deliveryStatuses,
} from './webhook-deliveries.ts'
export * from './withdrawal-fields.ts'
