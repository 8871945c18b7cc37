import type { OwnWebhookEndpoint } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'
import { useMay } from '../../people/may.ts'

/** Those of the environment, the default one among them; nobody is asked for whoever may not see them. */
export function useEndpoints() {
  const { malipo, key, environment } = useMerchant()
  const may = useMay()
  return useQuery({
    queryKey: [...key, 'endpoints'],
    enabled: may('listWebhookEndpoints'),
    queryFn: async ({ signal }): Promise<OwnWebhookEndpoint[]> => {
      const page = await malipo.webhookEndpoints.list({ environment, page_size: 100 }, { signal })
      return [...page.items]
    },
  })
}
