import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'

export function useLink(id: string) {
  const { malipo, key } = useMerchant()
  return useQuery({
    queryKey: [...key, 'links', id],
    queryFn: ({ signal }) => malipo.paymentLinks.get(id, { signal }),
  })
}
