import { adminOperations } from './admin.ts'
import { apiKeyOperations } from './api-keys.ts'
import { customerOperations } from './customers.ts'
import { memberOperations } from './members.ts'
import { merchantOperations } from './merchants.ts'
import { peopleOperations } from './people.ts'

/** The whole public interface. What is not here does not exist. */
export const operations = {
  ...peopleOperations,
  ...merchantOperations,
  ...memberOperations,
  ...apiKeyOperations,
  ...customerOperations,
  ...adminOperations,
}

export type OperationId = keyof typeof operations
