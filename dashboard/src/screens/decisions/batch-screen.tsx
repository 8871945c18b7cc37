import type { BatchDossier } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { formatMoney } from '../../parts/format.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WaitingSince } from '../../parts/waiting-since.tsx'
import { useWords } from '../../words/words.ts'
import { threadOf } from '../withdrawals/thread-of.ts'
import { BatchApprovals, BatchIdentity, BatchSums, BatchWarnings } from './batch-cards.tsx'
import { BatchDecision } from './batch-decision.tsx'
import { BatchRows } from './batch-rows.tsx'
import { batchWords } from './batch-words.ts'
import classes from './decisions.module.css'
import { MerchantCard } from './merchant-card.tsx'
import { StepsTaken } from './steps-taken.tsx'
import { Thread } from './thread.tsx'
import { ToQueue } from './to-queue.tsx'
import { withdrawalWords } from './withdrawal-words.ts'

export default function BatchScreen() {
  const words = useWords(batchWords)
  const { waiting } = useWords(withdrawalWords)
  const { batchId = '' } = useParams({ strict: false }) as { batchId?: string }
  const { malipo, key } = useAdmin()
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'batches', batchId],
    queryFn: ({ signal }) => malipo.admin.batches.get(batchId, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'PROCESSING' ? 2_000 : 15_000),
  })
  if (error) return <Trouble error={error} retry={() => void refetch()} />
  if (!data) return <Waiting rows={4} height={120} />
  return (
    <>
      <PageHead
        above={<ToQueue path="batches" />}
        title={words.title(formatMoney(data.amount_total, data.currency), data.name)}
      >
        {data.status === 'PENDING_ADMIN_APPROVAL' && (
          <span className="muted">
            {waiting} <WaitingSince at={data.created_at} />
          </span>
        )}
        <Status of="batch" status={data.status} />
      </PageHead>
      <Whole key={data.id} of={data} />
    </>
  )
}

/** Everything that is known, before anything can be pressed; which rows are left out is marked at the rows themselves. */
function Whole({ of }: { of: BatchDossier }) {
  const { approvals } = useWords(withdrawalWords)
  const [except, setExcept] = useState<readonly number[]>(of.approved_by[0]?.except ?? [])
  const said = threadOf(of.history).map(({ by, text, at }) => ({
    who: by === 'us' ? ('merchant' as const) : ('operator' as const),
    ...{ text, at },
  }))
  return (
    <>
      <div className={classes.cards}>
        <BatchSums of={of} />
        <BatchWarnings of={of} />
        <MerchantCard of={of.merchant} more={[[approvals, <BatchApprovals key="approvals" of={of} />]]} />
        <BatchIdentity of={of} />
      </div>
      <Thread of={said} />
      <BatchRows of={of} except={except} onExcept={of.may_decide.approve ? setExcept : undefined} />
      <StepsTaken of="batch" history={of.history} />
      <BatchDecision {...{ of, except }} onExcept={setExcept} />
    </>
  )
}
