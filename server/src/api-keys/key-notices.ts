import { operations, type Role } from '@malipo/contract'

/** Those who keep keys are those who can do something about them. */
export const keepers: readonly Role[] = operations.changeApiKey.access.roles
