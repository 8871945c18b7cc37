import type { MerchantCollectionWithHistory, Refund, RefundReason } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { readAmount } from '../../forms/read-amount.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { AreaField, CheckField, ChoiceField, TextField } from '../../kit/fields.tsx'
import { formatMoney } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import { refundWords } from './refund-words.ts'

type Props = { payment: MerchantCollectionWithHistory; onDone(): void }

/** How much goes back, and why. */
export default function RefundForm({ payment, onDone }: Props) {
  const words = useWords(refundWords)
  const { malipo, key, environment } = useMerchant()
  const submission = useSubmission<Refund>()
  const queries = useQueryClient()
  const left = payment.refundable_amount ?? payment.amount
  const [amountWrong, setAmountWrong] = useState<string>()
  const send = async (fields: FormData) => {
    const amount = readAmount(String(fields.get('amount') ?? ''))
    setAmountWrong(amount === undefined ? words.amountWrong : undefined)
    if (amount === undefined) return
    const note = String(fields.get('note') ?? '').trim()
    const reason = String(fields.get('reason')) as RefundReason
    const isReopening = payment.invoice_id !== null && fields.get('credit_note') === null
    const body = {
      ...{ collection_id: payment.id, amount, reason, ...(note !== '' && { note }) },
      ...(isReopening && { credit_note: false }),
    }
    const asked = await submission.submit((options) => malipo.refunds.create(body, options))
    if (!asked) return
    void queries.invalidateQueries({ queryKey: [...key] })
    onDone()
  }
  return (
    <Form submission={submission} onSubmit={(fields) => void send(fields)}>
      <p>{words.text}</p>
      <TextField
        name="amount"
        label={words.amount}
        hint={words.amountHint(formatMoney(left, payment.currency))}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={left}
        problem={amountWrong}
      />
      <ChoiceField
        name="reason"
        label={words.reason}
        choices={Object.entries(words.reasons).map(([value, label]) => ({ value, label }))}
      />
      {payment.invoice_id !== null && (
        <CheckField name="credit_note" label={words.creditNote} hint={words.creditNoteHint} defaultChecked />
      )}
      <AreaField name="note" label={words.note} hint={words.noteHint} maxLength={500} />
      <Button type="submit" isWide isBusy={submission.isSending}>
        {environment === 'sandbox' ? words.sendTest : words.send}
      </Button>
    </Form>
  )
}
