import type { MerchantCollectionWithHistory, Refund, RefundQuoteRequest, RefundReason } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { readAmount } from '../../forms/read-amount.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { AreaField, CheckField, ChoiceField, TextField } from '../../kit/fields.tsx'
import { formatMoney } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import { askingWords } from '../withdrawals/asking-words.ts'
import { Costs } from '../withdrawals/costs.tsx'
import { useDestinations } from '../withdrawals/use-destinations.ts'
import { useQuoted } from '../withdrawals/use-quote.ts'
import { codeOf, noWish, type Wish, type WishProblem } from '../withdrawals/wish.ts'
import { BackTo } from './back-to.tsx'
import { destinationOf, payerOf, problemsBack } from './payer-of.ts'
import { refundFormWords } from './refund-form-words.ts'
import { RefundLines } from './refund-lines.tsx'
import { refundWords } from './refund-words.ts'

type Props = { payment: MerchantCollectionWithHistory; onDone(): void }

/** How much goes back and why; where to only if nobody knows who paid. */
export default function RefundForm({ payment, onDone }: Props) {
  const words = useWords(refundFormWords)
  const { reasons } = useWords(refundWords)
  const { problems } = useWords(askingWords)
  const { malipo, key, environment } = useMerchant()
  const submission = useSubmission<Refund>()
  const queries = useQueryClient()
  const { nameOf } = useDestinations()
  const left = payment.refundable_amount ?? payment.amount
  const [wish, setWish] = useState<Wish>({ ...noWish, amount: left })
  const [isChecked, setChecked] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  const payer = payerOf(payment)
  const wrong = problemsBack(wish, payer)
  const asked: RefundQuoteRequest | null =
    wrong.length > 0
      ? null
      : {
          collection_id: payment.id,
          amount: readAmount(wish.amount),
          ...destinationOf(wish, payer, nameOf(codeOf(wish))),
        }
  const quote = useQuoted('refund', asked, (body, options) => malipo.refunds.quote(body, options))
  const change = (part: Partial<Wish>) => {
    submission.clear()
    setWish({ ...wish, ...part })
  }
  const problem = (name: WishProblem) => (isChecked && wrong.includes(name) ? problems[name] : undefined)
  const send = async (fields: FormData) => {
    setChecked(true)
    if (asked === null) {
      // The problems are there once this has been drawn.
      requestAnimationFrame(() => around.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    const note = String(fields.get('note') ?? '').trim()
    const isReopening = payment.invoice_id !== null && fields.get('credit_note') === null
    const body = {
      ...asked,
      reason: String(fields.get('reason')) as RefundReason,
      ...(note !== '' && { note }),
      ...(isReopening && { credit_note: false }),
    }
    const made = await submission.submit((options) => malipo.refunds.create(body, options))
    if (!made) return
    void queries.invalidateQueries({ queryKey: [...key] })
    onDone()
  }
  return (
    <div ref={around}>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <p>{payer === 'unknown' ? words.unknown : words.text}</p>
        <BackTo {...{ payer, wish, change, problem }} />
        <TextField
          name="amount"
          label={words.amount}
          hint={words.amountHint(formatMoney(left, payment.currency))}
          inputMode="decimal"
          autoComplete="off"
          value={wish.amount}
          problem={problem('amount')}
          onChange={({ target }) => change({ amount: target.value })}
        />
        <ChoiceField
          name="reason"
          label={words.reason}
          choices={Object.entries(reasons).map(([value, label]) => ({ value, label }))}
        />
        {payment.invoice_id !== null && (
          <CheckField
            name="credit_note"
            label={words.creditNote}
            hint={words.creditNoteHint}
            defaultChecked
          />
        )}
        <AreaField name="note" label={words.note} hint={words.noteHint} maxLength={500} />
        <Costs of={quote} lines={(one) => <RefundLines quote={one} />} />
        <Button type="submit" isWide isBusy={submission.isSending}>
          {environment === 'sandbox' ? words.sendTest : words.send}
        </Button>
      </Form>
    </div>
  )
}
