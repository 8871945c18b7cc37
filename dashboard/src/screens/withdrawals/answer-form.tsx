import type { WithdrawalWithHistory } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, forgetDraft } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { AreaField } from '../../kit/fields.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { withdrawalWords } from './withdrawal-words.ts'

/** The answer to what an approver asked. What is typed is kept until it was sent. */
export function AnswerForm({ of: { id, status } }: { of: WithdrawalWithHistory }) {
  const words = useWords(withdrawalWords)
  const { malipo, key, environment } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const submission = useSubmission<WithdrawalWithHistory>()
  const [isSent, setSent] = useState(false)
  const draft = `answer.${id}`
  const send = async (fields: FormData) => {
    const message = String(fields.get('message') ?? '').trim()
    const told = await submission.submit(({ idempotencyKey }) =>
      malipo.withdrawals.answer(id, { message }, { idempotencyKey }),
    )
    if (!told) return
    forgetDraft(draft)
    setSent(true)
    queries.setQueryData([...key, 'withdrawal', id], told)
    void queries.invalidateQueries({ queryKey: [...key] })
  }
  if (status !== 'INFO_REQUESTED')
    return isSent && status === 'PENDING_ADMIN_APPROVAL' ? (
      <Notice tone="paid">{words.answered}</Notice>
    ) : null
  if (!may('answerWithdrawalInfoRequest')) return null
  return (
    <section className="card stack tight">
      <h2>{words.question}</h2>
      <Form submission={submission} draft={draft} onSubmit={(fields) => void send(fields)}>
        <AreaField name="message" label={words.answer} hint={words.answerHint} maxLength={2000} required />
        <Button type="submit" icon="send" isBusy={submission.isSending}>
          {environment === 'sandbox' ? words.sendTest : words.send}
        </Button>
      </Form>
    </section>
  )
}
