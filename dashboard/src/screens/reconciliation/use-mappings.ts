import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../../admin/use-admin.ts'

/** How statements are read: one for each provider. */
export function useMappings() {
  const { malipo, key } = useAdmin()
  return useQuery({
    queryKey: [...key, 'mappings'],
    queryFn: async ({ signal }) =>
      (await malipo.admin.statementMappings.list({ page_size: 100 }, { signal })).items,
  })
}
