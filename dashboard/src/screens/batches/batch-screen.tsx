import { useParams } from '@tanstack/react-router'
import { useMerchant } from '../../frame/use-merchant.ts'
import { MetadataCard } from '../../metadata/metadata-card.tsx'
import { Beside } from '../../parts/beside.tsx'
import { NotYet } from '../../parts/not-yet.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { AnswerForm } from '../withdrawals/answer-form.tsx'
import { Thread } from '../withdrawals/thread.tsx'
import { BatchFacts } from './batch-facts.tsx'
import { BatchProgress, BatchStands } from './batch-progress.tsx'
import { BatchRows } from './batch-rows.tsx'
import { batchesWords } from './batches-words.ts'
import { CancelBatch, RetryFailed } from './end-batch.tsx'
import { batchKey, useBatch } from './use-batch.ts'

export default function BatchScreen() {
  const { title: all } = useWords(batchesWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const { batchId = '' } = useParams({ strict: false }) as { batchId?: string }
  const { data: one, error, refetch } = useBatch(batchId)
  const above = <WayBack to={`/m/${merchantId}/${environment}/batches`}>{all}</WayBack>
  if (!one) return <NotYet title={all} above={above} of={{ error, refetch }} />
  return (
    <>
      <PageHead title={one.name} above={above}>
        <RetryFailed of={one} />
        <CancelBatch of={one} />
      </PageHead>
      <BatchStands of={one} />
      <Thread of={one} />
      <AnswerForm
        of={one}
        power="answerBatchInfoRequest"
        shown={batchKey(key, one.id)}
        send={(message, options) => malipo.batches.answer(one.id, { message }, options)}
      />
      <BatchProgress of={one} />
      <Beside
        aside={
          <>
            <BatchFacts of={one} />
            <MetadataCard
              of={one.metadata}
              power="changeDisbursementBatch"
              save={(metadata) => malipo.batches.update(one.id, { metadata })}
            />
          </>
        }
      >
        <BatchRows of={one} />
      </Beside>
    </>
  )
}
