import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { formatNumber } from '../../parts/format.ts'

/** The number that a payment was for. Until it is known, and where it is not, the way to it. */
export function NumberOfPayment({ id, unknown }: { id: string; unknown: string }) {
  const { merchantId, environment, malipo, key } = useMerchant()
  const { data } = useQuery({
    queryKey: [...key, 'control-numbers', id],
    queryFn: ({ signal }) => malipo.controlNumbers.get(id, { signal }),
  })
  return (
    <Link to={`/m/${merchantId}/${environment}/control-numbers/${id}`}>
      {data ? formatNumber(data.number) : unknown}
    </Link>
  )
}
