import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../../admin/use-admin.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { Timeline } from '../../timeline/timeline.tsx'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import { Folded } from './folded.tsx'

/** Everything that happened to a payment, with what went over the wire. */
export function PaymentStory({ id }: { id: string }) {
  const words = useWords(decisionWords)
  return (
    <Folded title={words.timeline}>
      <PaymentTimeline id={id} />
    </Folded>
  )
}

export function WithdrawalStory({ id }: { id: string }) {
  const words = useWords(decisionWords)
  return (
    <Folded title={words.timeline}>
      <WithdrawalTimeline id={id} />
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
