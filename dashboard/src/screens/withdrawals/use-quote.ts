import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMerchant } from '../../frame/use-merchant.ts'
import { quoteOf, type Wish } from './wish.ts'

/** As long as a finger rests between two digits. */
const pauseMs = 300

/** What the wish costs, asked for while it is typed. What was asked for an earlier amount is called off. */
export function useQuote(wish: Wish) {
  const { malipo, key } = useMerchant()
  const asked = useSettled(JSON.stringify(quoteOf(wish)))
  const isAskable = asked !== 'null'
  const query = useQuery({
    queryKey: [...key, 'quote', asked],
    queryFn: ({ signal }) => malipo.withdrawals.quote(JSON.parse(asked), { signal }),
    enabled: isAskable,
    placeholderData: keepPreviousData,
  })
  const isCurrent = asked === JSON.stringify(quoteOf(wish)) && !query.isPlaceholderData
  return {
    isAskable,
    /** Of what stands in the form now, or of a moment before while the new one is on its way. */
    quote: isAskable && !query.error ? query.data : undefined,
    isCurrent: isAskable && isCurrent && query.isSuccess,
    error: isAskable ? query.error : null,
  }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
