export { callbackRoutes } from './callback-routes.ts'
export type { SubjectKind } from './callback-subject.ts'
export { dropOldCallbacks } from './store-callbacks.ts'
export { type CallbackTaker, callbackTaker } from './take-callbacks.ts'
