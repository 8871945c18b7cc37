import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import { Folded } from './folded.tsx'

/** Loaded beside the decision, which it must not hold up. */
const Timeline = lazy(async () => ({ default: (await import('../../timeline/timeline.tsx')).Timeline }))

/** Everything that happened to a payment, with what went over the wire. */
export function PaymentStory({ id }: { id: string }) {
  const words = useWords(decisionWords)
  return (
    <Folded title={words.timeline}>
      <Suspense fallback={<Waiting rows={3} />}>
        <PaymentTimeline id={id} />
      </Suspense>
    </Folded>
  )
}

export function WithdrawalStory({ id }: { id: string }) {
  const words = useWords(decisionWords)
  return (
    <Folded title={words.timeline}>
      <Suspense fallback={<Waiting rows={3} />}>
        <WithdrawalTimeline id={id} />
      </Suspense>
    </Folded>
  )
}

function PaymentTimeline({ id }: { id: string }) {
  const { malipo, key } = useAdmin()
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'collections', id, 'timeline'],
    queryFn: ({ signal }) => malipo.admin.collections.timeline(id, { signal }),
  })
  if (error) return <Trouble error={error} retry={() => void refetch()} />
  return data ? <Timeline of="payment" timeline={data} /> : <Waiting rows={3} />
}

function WithdrawalTimeline({ id }: { id: string }) {
  const { malipo, key } = useAdmin()
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'withdrawals', id, 'timeline'],
    queryFn: ({ signal }) => malipo.admin.withdrawals.timeline(id, { signal }),
  })
  if (error) return <Trouble error={error} retry={() => void refetch()} />
  return data ? <Timeline of="withdrawal" timeline={data} /> : <Waiting rows={3} />
}
