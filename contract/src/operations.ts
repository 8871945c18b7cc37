import { adminOperations } from './admin.ts'
import { apiKeyOperations } from './api-keys.ts'
import { callbackOperations } from './callbacks.ts'
import { clearanceOperations } from './clearance.ts'
import { collectionOperations } from './collections.ts'
import { customerOperations } from './customers.ts'
import { eventOperations } from './events.ts'
import { ledgerOperations } from './ledger.ts'
import { memberOperations } from './members.ts'
import { merchantOperations } from './merchants.ts'
import { payoutApprovalOperations } from './payout-approval.ts'
import { peopleOperations } from './people.ts'
import { sandboxOperations } from './sandbox.ts'
import { webhookOperations } from './webhooks.ts'
import { notificationOperations, withdrawalOperations } from './withdrawals.ts'

/** The whole public interface. What is not here does not exist. */
export const operations = {
  ...peopleOperations,
  ...merchantOperations,
  ...memberOperations,
  ...apiKeyOperations,
  ...customerOperations,
  ...collectionOperations,
  ...withdrawalOperations,
  ...ledgerOperations,
  ...notificationOperations,
  ...webhookOperations,
  ...eventOperations,
  ...sandboxOperations,
  ...callbackOperations,
  ...adminOperations,
  ...clearanceOperations,
  ...payoutApprovalOperations,
}

export type OperationId = keyof typeof operations
