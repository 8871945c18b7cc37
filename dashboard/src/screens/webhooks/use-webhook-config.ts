import type { WebhookConfig, WebhookEndpoint } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'

export function useWebhookConfig() {
  const { malipo, key } = useMerchant()
  return useQuery({
    queryKey: [...key, 'webhook-config'],
    queryFn: ({ signal }) => malipo.webhooks.getConfig({ signal }),
  })
}

/** The address of this environment, with how it fares; none where nothing was set. */
export function endpointOf(
  config: WebhookConfig,
  environment: WebhookEndpoint['environment'],
): WebhookEndpoint | undefined {
  return config.endpoints.find((one) => one.environment === environment)
}

/** Only the first answer to a change, and the one that made it, hold the secret itself. */
export function isWhole(secret: string): boolean {
  return !secret.includes('*')
}
