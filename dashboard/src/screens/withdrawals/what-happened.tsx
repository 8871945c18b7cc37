import { useQuery } from '@tanstack/react-query'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { Timeline } from '../../timeline/timeline.tsx'
import { useWords } from '../../words/words.ts'
import { withdrawalWords } from './withdrawal-words.ts'

/** All that happened to a withdrawal, oldest first. */
export function WhatHappened({ id }: { id: string }) {
  const words = useWords(withdrawalWords)
  const { malipo, key } = useMerchant()
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'withdrawal', id, 'timeline'],
    queryFn: ({ signal }) => malipo.withdrawals.timeline(id, { signal }),
  })
  return (
    <>
      <h2>{words.history}</h2>
      {error && <Trouble error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting rows={4} />}
      {data && <Timeline of="withdrawal" timeline={data} isSentenceElsewhere />}
    </>
  )
}
