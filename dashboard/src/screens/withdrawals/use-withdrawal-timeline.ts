import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'

export function useWithdrawalTimeline(id: string) {
  const { malipo, key } = useMerchant()
  return useQuery({
    queryKey: [...key, 'withdrawal', id, 'timeline'],
    queryFn: ({ signal }) => malipo.withdrawals.timeline(id, { signal }),
  })
}
