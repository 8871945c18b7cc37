import { adminBatchOperations } from './admin-disbursement-batches.ts'
import { adminMerchantOperations } from './admin-merchants.ts'
import { adminWithdrawalOperations } from './admin-withdrawals.ts'
import { alertOperations } from './alerts.ts'
import { apiKeyOperations } from './api-keys.ts'
import { auditLogOperations } from './audit-log.ts'
import { bookOperations } from './books.ts'
import { callbackOperations } from './callbacks.ts'
import { checkoutOperations } from './checkout.ts'
import { clearanceOperations } from './clearance.ts'
import { collectionExchangeOperations } from './collection-exchanges.ts'
import { collectionOperations } from './collections.ts'
import { controlNumberOperations } from './control-numbers.ts'
import { creditNoteOperations } from './credit-notes.ts'
import { customerOperations } from './customers.ts'
import { deadLetterOperations } from './dead-letters.ts'
import { destinationOperations } from './destinations.ts'
import { batchOperations } from './disbursement-batches.ts'
import { disbursementOperations } from './disbursements.ts'
import { discrepancyOperations } from './discrepancies.ts'
import { documentOperations } from './documents.ts'
import { eventOperations } from './events.ts'
import { figureOperations } from './figures.ts'
import { fiscalOperations } from './fiscal.ts'
import { floatTopUpOperations } from './float-top-ups.ts'
import { invoiceOperations } from './invoices.ts'
import { ledgerOperations } from './ledger.ts'
import { memberOperations } from './members.ts'
import { merchantOperations } from './merchants.ts'
import { networkOperations } from './networks.ts'
import { notificationOperations } from './notifications.ts'
import { operatorOperations } from './operators.ts'
import { paymentLinkOperations } from './payment-links.ts'
import { peopleOperations } from './people.ts'
import { pricingRuleOperations } from './pricing-rules.ts'
import { privacyOperations } from './privacy.ts'
import { providerOperations } from './providers.ts'
import { quarantineOperations } from './quarantine.ts'
import { queueOperations } from './queue.ts'
import { recipientOperations } from './recipients.ts'
import { reconciliationOperations } from './reconciliations.ts'
import { refundOperations } from './refunds.ts'
import { requestOperations } from './requests.ts'
import { retentionOperations } from './retention.ts'
import { riskOperations } from './risk.ts'
import { sandboxOperations } from './sandbox.ts'
import { searchOperations } from './search.ts'
import { sessionOperations } from './sessions.ts'
import { statementMappingOperations } from './statement-mappings.ts'
import { statementOperations } from './statements.ts'
import { tillOperations } from './till.ts'
import { timelineOperations } from './timelines.ts'
import { webhookConfigOperations } from './webhook-config.ts'
import { deliveryOperations } from './webhook-deliveries.ts'
import { webhookEndpointOperations } from './webhook-endpoints.ts'
import { withdrawalOperations } from './withdrawals.ts'

/** The whole public interface. What is not here does not exist. */
export const operations = {
  ...peopleOperations,
  ...sessionOperations,
  ...merchantOperations,
  ...memberOperations,
  ...documentOperations,
  ...apiKeyOperations,
  ...customerOperations,
  ...collectionOperations,
  ...timelineOperations,
  ...tillOperations,
  ...paymentLinkOperations,
  ...controlNumberOperations,
  ...invoiceOperations,
  ...creditNoteOperations,
  ...checkoutOperations,
  ...withdrawalOperations,
  ...disbursementOperations,
  ...batchOperations,
  ...refundOperations,
  ...recipientOperations,
  ...destinationOperations,
  ...networkOperations,
  ...ledgerOperations,
  ...statementOperations,
  ...fiscalOperations,
  ...privacyOperations,
  ...figureOperations,
  ...searchOperations,
  ...notificationOperations,
  ...webhookConfigOperations,
  ...webhookEndpointOperations,
  ...eventOperations,
  ...deliveryOperations,
  ...requestOperations,
  ...sandboxOperations,
  ...callbackOperations,
  ...adminMerchantOperations,
  ...clearanceOperations,
  ...collectionExchangeOperations,
  ...discrepancyOperations,
  ...deadLetterOperations,
  ...quarantineOperations,
  ...adminWithdrawalOperations,
  ...adminBatchOperations,
  ...providerOperations,
  ...floatTopUpOperations,
  ...reconciliationOperations,
  ...statementMappingOperations,
  ...pricingRuleOperations,
  ...riskOperations,
  ...auditLogOperations,
  ...queueOperations,
  ...alertOperations,
  ...bookOperations,
  ...operatorOperations,
  ...retentionOperations,
}

export type OperationId = keyof typeof operations
