import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, forgetDraft } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { AreaField } from '../../kit/fields.tsx'
import { Notice } from '../../parts/notice.tsx'
import { type Power, useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { withdrawalWords } from './withdrawal-words.ts'

type Props<Asked> = {
  of: Asked
  power: Power
  /** Under which it is kept what is shown. */
  shown: readonly unknown[]
  send(message: string, options: { idempotencyKey: string }): Promise<Asked>
}

/** The answer to what an approver asked. What is typed is kept until it was sent. */
export function AnswerForm<Asked extends { id: string; status: string }>(props: Props<Asked>) {
  const { power, shown } = props
  const { id, status } = props.of
  const words = useWords(withdrawalWords)
  const { key, environment } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const submission = useSubmission<Asked>()
  const [isSent, setSent] = useState(false)
  const draft = `answer.${id}`
  const send = async (fields: FormData) => {
    const message = String(fields.get('message') ?? '').trim()
    const told = await submission.submit((options) => props.send(message, options))
    if (!told) return
    forgetDraft(draft)
    setSent(true)
    queries.setQueryData(shown, told)
    void queries.invalidateQueries({ queryKey: [...key] })
  }
  if (status !== 'INFO_REQUESTED')
    return isSent && status === 'PENDING_ADMIN_APPROVAL' ? (
      <Notice tone="paid">{words.answered}</Notice>
    ) : null
  if (!may(power)) return null
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
