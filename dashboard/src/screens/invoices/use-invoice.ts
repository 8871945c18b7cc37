import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'

export function useInvoice(id: string) {
  const { malipo, key } = useMerchant()
  return useQuery({
    queryKey: [...key, 'invoices', id],
    queryFn: ({ signal }) => malipo.invoices.get(id, { signal }),
  })
}
