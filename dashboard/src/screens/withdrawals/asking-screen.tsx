import type { Withdrawal } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { forgetDraft } from '../../forms/form.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Waiting } from '../../kit/waiting.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { AskingForm } from './asking-form.tsx'
import { AskingReview } from './asking-review.tsx'
import { askingWords } from './asking-words.ts'
import { useDestinations } from './use-destinations.ts'
import { useQuote } from './use-quote.ts'
import { Restricted, WhatCanLeave } from './what-can-leave.tsx'
import { codeOf, noWish, problemsWith, requestOf, type Wish } from './wish.ts'
import { withdrawalsWords } from './withdrawals-words.ts'

/** Asking for a withdrawal: the form, then everything once more, then it is sent once. */
export default function AskingScreen() {
  const words = useWords(askingWords)
  const { title: all } = useWords(withdrawalsWords)
  const { merchantId, environment, malipo } = useMerchant()
  const here = `/m/${merchantId}/${environment}/withdrawals`
  const draft = `withdrawal.${merchantId}.${environment}`
  const [wish, setWish] = useDraft<Wish>(draft, noWish)
  const submission = useSubmission<Withdrawal>(draft)
  const quote = useQuote(wish)
  const { nameOf } = useDestinations()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { step } = useSearch({ strict: false }) as { step?: string }
  const isReview = step === 'review' && problemsWith(wish).length === 0

  const send = async () => {
    const asked = await submission.submit(({ idempotencyKey }) =>
      malipo.withdrawals.submit(requestOf(wish, nameOf(codeOf(wish))), { idempotencyKey }),
    )
    if (!asked) return
    forgetDraft(draft)
    void queries.invalidateQueries({ queryKey: [merchantId, environment] })
    await navigate({ to: `${here}/${asked.id}`, replace: true })
  }
  const turnTo = (search: { step?: string }) => void navigate({ to: `${here}/new`, search })
  const title = environment === 'sandbox' ? words.titleTest : words.title
  return (
    <>
      <PageHead
        key={isReview ? 'review' : 'form'}
        title={isReview ? words.reviewTitle : title}
        above={<WayBack to={here}>{all}</WayBack>}
      />
      {isReview ? <Restricted /> : <WhatCanLeave />}
      {!isReview && (
        <AskingForm
          {...{ wish, quote, submission }}
          onChange={setWish}
          onReview={() => turnTo({ step: 'review' })}
        />
      )}
      {isReview && !quote.quote && <Waiting rows={5} />}
      {isReview && quote.quote && (
        <AskingReview
          {...{ wish, submission, quote: quote.quote }}
          onSubmit={() => void send()}
          onChange={() => turnTo({})}
        />
      )}
    </>
  )
}
