import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'

/** The business itself, which is the same in both environments. */
export function useOwnMerchant() {
  const { malipo, key } = useMerchant()
  return useQuery({
    queryKey: [...key, 'merchant'],
    queryFn: ({ signal }) => malipo.merchants.get({ signal }),
  })
}
