import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMerchant } from '../../frame/use-merchant.ts'
import { quoteOf, type Wish } from './wish.ts'

/** As long as a finger rests between two digits. */
const pauseMs = 300

export type Quoted<Quote> = {
  isAskable: boolean
  /** Of what stands in the form now, or of a moment before while the new one is on its way. */
  quote: Quote | undefined
  isCurrent: boolean
  error: Error | null
}

/** What the wish costs. */
export function useQuote(wish: Wish) {
  const { malipo } = useMerchant()
  return useQuoted('withdrawal', quoteOf(wish), (asked, options) => malipo.withdrawals.quote(asked, options))
}

/** What something costs, asked for while it is typed, and as soon as enough stands there. What was asked for an earlier amount is called off. */
export function useQuoted<Asked, Quote>(
  of: string,
  wanted: Asked | null,
  read: (asked: Asked, options: { signal: AbortSignal }) => Promise<Quote>,
): Quoted<Quote> {
  const { key } = useMerchant()
  const written = JSON.stringify(wanted)
  const asked = useSettled(written)
  const isAskable = asked !== 'null'
  const query = useQuery({
    // Not among what is read anew when something has happened: what was just asked for may not be asked for again.
    queryKey: ['quote', ...key, of, asked],
    queryFn: ({ signal }) => read(JSON.parse(asked), { signal }),
    enabled: isAskable,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const isCurrent = asked === written && !query.isPlaceholderData
  return {
    isAskable,
    quote: isAskable && !query.error ? (query.data as Quote | undefined) : undefined,
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
