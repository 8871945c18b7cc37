import type { BillPayment, ControlNumber } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useTypedAmount } from '../../forms/use-typed-amount.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { testBillWords } from './new-number-words.ts'
import { leftOf } from './number-facts.tsx'

/** What a payer would do at their phone, in the sandbox. */
export function PayTestBill({ of }: { of: ControlNumber }) {
  const words = useWords(testBillWords)
  const { malipo, key, merchantId, environment } = useMerchant()
  const queries = useQueryClient()
  const submission = useSubmission<BillPayment>()
  const amount = useTypedAmount(leftOf(of) ?? of.amount ?? '', words.noAmount)
  const [came, setCame] = useState<BillPayment>()
  const send = async () => {
    const read = amount.read()
    if (read === undefined) return
    setCame(
      await submission.submit((options) =>
        malipo.sandbox.payBill({ number: of.number, amount: read }, options),
      ),
    )
    void queries.invalidateQueries({ queryKey: [...key] })
  }
  return (
    <section className="card stack" aria-labelledby="test-bill">
      <h2 id="test-bill">{words.title}</h2>
      <p className="muted">{words.text}</p>
      <Form submission={submission} onSubmit={() => void send()}>
        <TextField label={words.amount} {...amount.field} />
        <div>
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.pay}
          </Button>
        </div>
      </Form>
      <p role="status">
        {came && (
          <>
            {words.outcomes[came.outcome]} {came.outcome === 'refused' && words.answers[came.answer]}{' '}
            {came.collection_id && (
              <Link to={`/m/${merchantId}/${environment}/payments/${came.collection_id}`}>{words.see}</Link>
            )}
          </>
        )}
      </p>
    </section>
  )
}
