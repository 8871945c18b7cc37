import type { BodyOf, operations, successEventNames } from '@malipo/contract'

/** Where and what is delivered to a merchant, as it is kept. */
export type ConfigRow = {
  webhook_url: string | null
  /** Null for the same as webhook_url. */
  sandbox_webhook_url: string | null
  /** Null for all. */
  events: string[] | null
  success_event_name: (typeof successEventNames)[number] | null
}

/** What is absent stays as it is. */
export type ConfigChange = BodyOf<typeof operations.changeWebhookConfig>
