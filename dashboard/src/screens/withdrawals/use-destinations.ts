import type { Destination, WithdrawalMethod } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'

/** Where money can go. Names seldom change; whether one is available now is asked for again with everything else. */
export function useDestinations() {
  const { malipo, key } = useMerchant()
  const query = useQuery({
    queryKey: [...key, 'destinations'],
    queryFn: async ({ signal }) => (await malipo.destinations.list({}, { signal })).items,
    staleTime: 60_000,
  })
  const all: Destination[] = query.data ?? []
  return {
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    of: (method: WithdrawalMethod) => all.filter((one) => one.method === method),
    nameOf: (code: string) => all.find((one) => one.destination_code === code)?.name ?? code,
  }
}
