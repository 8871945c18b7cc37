import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'

/** Of a withdrawal or a refund, which is one too. With the status in its key it is read anew as soon as that has moved. */
export function useWithdrawalTimeline({ id, status }: { id: string; status: string }) {
  const { malipo, key } = useMerchant()
  return useQuery({
    queryKey: [...key, 'withdrawal', id, 'timeline', status],
    queryFn: ({ signal }) => malipo.withdrawals.timeline(id, { signal }),
    placeholderData: keepPreviousData,
  })
}
