import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../../admin/use-admin.ts'

/** All that are set up for live payments: a handful. How they stand changes by itself. */
export function useProviders() {
  const { malipo, key } = useAdmin()
  return useQuery({
    queryKey: [...key, 'providers'],
    queryFn: async ({ signal }) => (await malipo.admin.providers.list({ page_size: 100 }, { signal })).items,
    refetchInterval: 15_000,
  })
}
