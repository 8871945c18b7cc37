import type { ControlNumber, ListControlNumbersQuery } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { formatNumber } from '../../parts/format.ts'
import { Status } from '../../parts/status.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { numbersWords } from './numbers-words.ts'

type Props = {
  /** What they are for: an invoice, a customer. */
  query: Pick<ListControlNumbersQuery, 'invoice_id' | 'customer_id'>
  /** How another is made, told whether one of them can be paid now. */
  add(hasOpen: boolean): ReactNode
}

const mostShown = 5

/** The newest control numbers of one thing, on the page of that thing. */
export function NumbersFor({ query, add }: Props) {
  const words = useWords(numbersWords)
  const may = useMay()
  const { malipo, key } = useMerchant()
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'control-numbers', 'for', query],
    queryFn: async ({ signal }) =>
      (await malipo.controlNumbers.list({ ...query, page_size: mostShown }, { signal })).items,
    enabled: may('listControlNumbers'),
  })
  if (error) return <Trouble error={error} retry={() => void refetch()} />
  if (!data) return null
  const more = add(data.some(({ status }) => status === 'ACTIVE'))
  if (data.length === 0 && !more) return null
  return (
    <section className="card stack tight" aria-label={words.title}>
      <strong>{words.title}</strong>
      {data.length > 0 && (
        <ul className="bare stack tight">
          {data.map((one) => (
            <OneNumber key={one.id} of={one} />
          ))}
        </ul>
      )}
      {more}
    </section>
  )
}

function OneNumber({ of: { id, number, status } }: { of: ControlNumber }) {
  const words = useWords(numbersWords)
  const { merchantId, environment } = useMerchant()
  return (
    <li className="row apart">
      <span className="row">
        <Link to={`/m/${merchantId}/${environment}/control-numbers/${id}`} className="breaks">
          {formatNumber(number)}
        </Link>
        {status === 'ACTIVE' && <Copyable text={number} shown="" label={words.number} />}
      </span>
      <Status of="number" status={status} />
    </li>
  )
}
