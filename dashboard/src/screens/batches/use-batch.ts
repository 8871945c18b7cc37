import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'

/** So often a batch is looked at again while its rows are being sent. */
const lookAgainMs = 2_000

/** Whether a batch changes by itself. */
export const isRunning = (status: string) => status === 'PROCESSING'

/** One batch with how its rows stand; of null nothing is asked. */
export function useBatch(id: string | null) {
  const { malipo, key } = useMerchant()
  return useQuery({
    queryKey: batchKey(key, id),
    queryFn: ({ signal }) => malipo.batches.get(id ?? '', { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.status) ? lookAgainMs : false),
  })
}

export function batchKey(key: readonly unknown[], id: string | null): unknown[] {
  return [...key, 'batch', id]
}
