export type { StreamOptions, StreamQuery } from './follow-events.ts'
export { isPaid } from './is-paid.ts'
export type { List, Page } from './list.ts'
export { type Collections, type Events, Malipo } from './malipo.ts'
export {
  type ErrorDetails,
  MalipoConnectionError,
  MalipoError,
  OutcomeUnknownError,
  WebhookVerificationError,
} from './malipo-error.ts'
export { fromMinor, toMinor } from './money.ts'
export type { CallOptions, MalipoOptions } from './options.ts'
export type * from './resources/resources.ts'
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './verify-webhook.ts'
export { version } from './version.ts'
export type { WaitOptions } from './wait-for-outcome.ts'
