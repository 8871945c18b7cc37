import type { Balance } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useTypedAmount } from '../../forms/use-typed-amount.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { Money } from '../../parts/money.tsx'
import { useWords } from '../../words/words.ts'
import { sandboxWords } from './sandbox-words.ts'

export function TopUpForm() {
  const words = useWords(sandboxWords)
  const { malipo, key } = useMerchant()
  const queries = useQueryClient()
  const submission = useSubmission<Balance>()
  const typed = useTypedAmount('', words.amountWrong)
  const [now, setNow] = useState<Balance>()
  const send = async () => {
    const amount = typed.read()
    if (amount === undefined) return
    const balance = await submission.submit((options) => malipo.sandbox.topUp({ amount }, options))
    if (balance === undefined) return
    setNow(balance)
    typed.empty()
    void queries.invalidateQueries({ queryKey: [...key] })
  }
  return (
    <section className="card stack" aria-labelledby="top-up">
      <h2 id="top-up">{words.topUp}</h2>
      <p className="muted">{words.topUpText}</p>
      <Form submission={submission} onSubmit={() => void send()}>
        <TextField label={words.amount} {...typed.field} required />
        <div className="row">
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.topUpNow}
          </Button>
          <span role="status">
            {now && (
              <>
                {words.nowAvailable}: <Money amount={now.available} currency={now.currency} />
              </>
            )}
          </span>
        </div>
      </Form>
    </section>
  )
}
