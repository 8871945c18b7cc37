import type { FloatTopUp } from '@malipo/sdk'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { readAmount } from '../../forms/read-amount.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { ChoiceField, TextField } from '../../kit/fields.tsx'
import { dayIn } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import { providersWords } from './providers-words.ts'
import { useProviders } from './use-providers.ts'

/** Says that money was sent; sends none. */
export function TopUpForm({ onDone }: { onDone(): void }) {
  const words = useWords(providersWords)
  const { malipo } = useAdmin()
  const { data: known = [] } = useProviders()
  const submission = useSubmission<FloatTopUp>()
  const [isWrong, setWrong] = useState(false)
  // Once it was recorded, the form begins anew.
  const [times, setTimes] = useState(0)
  const send = async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const amount = readAmount(text('amount'))
    setWrong(amount === undefined)
    if (amount === undefined) return
    const note = text('note')
    const reply = await submission.submit((options) =>
      malipo.admin.floatTopUps.record(
        {
          provider: text('provider'),
          amount,
          reference: text('reference'),
          paid_on: text('paid_on'),
          ...(note !== '' && { note }),
        },
        options,
      ),
    )
    if (reply === undefined) return
    setTimes(times + 1)
    onDone()
  }
  return (
    <section className="card stack narrow" aria-labelledby="record">
      <h2 id="record">{words.record}</h2>
      <p className="muted">{words.recordText}</p>
      <Form key={times} submission={submission} onSubmit={(fields) => void send(fields)}>
        <ChoiceField
          name="provider"
          label={words.provider}
          choices={known.map(({ name }) => ({ value: name, label: name }))}
          required
        />
        <TextField
          name="amount"
          label={words.amount}
          inputMode="decimal"
          problem={isWrong ? words.amountWrong : undefined}
          required
        />
        <TextField
          name="reference"
          label={words.reference}
          hint={words.referenceHint}
          maxLength={100}
          required
        />
        <TextField
          name="paid_on"
          type="date"
          label={words.paidOn}
          defaultValue={dayIn(new Date())}
          required
        />
        <TextField name="note" label={words.noteIfAny} maxLength={1000} />
        <div>
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.recordNow}
          </Button>
        </div>
      </Form>
    </section>
  )
}
