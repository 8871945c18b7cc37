import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'

export function useBalance() {
  const { malipo, key } = useMerchant()
  return useQuery({
    queryKey: [...key, 'balance'],
    queryFn: ({ signal }) => malipo.balance.get({ signal }),
  })
}
