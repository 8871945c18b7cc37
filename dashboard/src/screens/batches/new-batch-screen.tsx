import type { DisbursementBatchWithHistory } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { forgetDraft } from '../../forms/form.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { Restricted } from '../withdrawals/what-can-leave.tsx'
import { batchesWords } from './batches-words.ts'
import { newBatchWords } from './new-batch-words.ts'
import { askedOf, isReady, noRows, type RowsDraft } from './rows-draft.ts'
import { RowsForm } from './rows-form.tsx'
import { RowsReview } from './rows-review.tsx'

/** How long five thousand rows may take to be written down. */
const mostMs = 110_000

/** Asking for a batch: the rows, then what they cost and what is wrong with them, and only then it is sent, once. */
export default function NewBatchScreen() {
  const words = useWords(newBatchWords)
  const { title: all } = useWords(batchesWords)
  const { merchantId, environment, malipo } = useMerchant()
  const here = `/m/${merchantId}/${environment}/batches`
  const kept = `batch.${merchantId}.${environment}`
  const [draft, setDraft] = useDraft<RowsDraft>(kept, noRows)
  const submission = useSubmission<DisbursementBatchWithHistory>(kept)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { step } = useSearch({ strict: false }) as { step?: string }
  const isReview = step === 'check' && isReady(draft)

  const send = async (isAgain: boolean) => {
    const asked = { ...askedOf(draft), ...(isAgain && { allow_duplicate: true }) }
    const made = await submission.submit(({ idempotencyKey }) =>
      malipo.batches.create(asked, { idempotencyKey, timeoutMs: mostMs }),
    )
    if (!made) return
    forgetDraft(kept)
    void queries.invalidateQueries({ queryKey: [merchantId, environment] })
    await navigate({ to: `${here}/${made.id}`, replace: true })
  }
  const turnTo = (search: { step?: string }) => {
    submission.clear()
    void navigate({ to: `${here}/new`, search })
  }
  const title = environment === 'sandbox' ? words.titleTest : words.title
  return (
    <>
      <PageHead
        key={isReview ? 'check' : 'form'}
        title={isReview ? words.checkTitle : title}
        above={<WayBack to={here}>{all}</WayBack>}
      />
      <Restricted />
      {isReview ? (
        <RowsReview
          {...{ draft, submission }}
          onSend={(isAgain) => void send(isAgain)}
          onChange={() => turnTo({})}
        />
      ) : (
        <RowsForm draft={draft} onChange={setDraft} onCheck={() => turnTo({ step: 'check' })} />
      )}
    </>
  )
}
