import type { Operator } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from './use-admin.ts'

const none: Operator[] = []

/** Who runs the service, to call them by their names; nobody while it is being read, or where it cannot be. */
export function useOperators(): Operator[] {
  const { malipo, key } = useAdmin()
  const { data = none } = useQuery({
    queryKey: [...key, 'operators', 'named'],
    queryFn: async ({ signal }) => (await malipo.admin.operators.list({ page_size: 100 }, { signal })).items,
    staleTime: 300_000,
  })
  return data
}
