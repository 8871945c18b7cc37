export { routes } from './api-key-routes.ts'
export { type ChangedBy, createApiKeys } from './create-api-keys.ts'
