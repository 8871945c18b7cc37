import { Waiting } from '../../kit/waiting.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { Timeline } from '../../timeline/timeline.tsx'
import { useWords } from '../../words/words.ts'
import { useWithdrawalTimeline } from './use-withdrawal-timeline.ts'
import { withdrawalWords } from './withdrawal-words.ts'

/** All that happened to a withdrawal or a refund, oldest first. */
export function WhatHappened({ of }: { of: { id: string; status: string } }) {
  const words = useWords(withdrawalWords)
  const { data, error, refetch } = useWithdrawalTimeline(of)
  return (
    <>
      <h2>{words.history}</h2>
      {error && <Trouble error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting rows={4} />}
      {data && <Timeline of="withdrawal" timeline={data} isSentenceElsewhere />}
    </>
  )
}
