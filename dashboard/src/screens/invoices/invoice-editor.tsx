import { useRef, useState } from 'react'
import { Form } from '../../forms/form.tsx'
import type { Submission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { AreaField, CheckField, TextField } from '../../kit/fields.tsx'
import { useIsSmall } from '../../kit/use-media.ts'
import { Beside } from '../../parts/beside.tsx'
import { useWords } from '../../words/words.ts'
import type { InvoiceDraft } from './invoice-draft.ts'
import { problemsWith } from './invoice-draft.ts'
import { InvoiceLines } from './invoice-lines.tsx'
import { sumOf } from './invoice-sum.ts'
import { InvoiceTotals } from './invoice-totals.tsx'
import { editorWords } from './invoices-words.ts'

type Props = {
  draft: InvoiceDraft
  onChange(draft: InvoiceDraft): void
  submission: Submission<unknown>
  onSave(): void
}

/** Who, when, and what for, with the total beside it as it is typed. */
export function InvoiceEditor({ draft, onChange, submission, onSave }: Props) {
  const words = useWords(editorWords)
  const { environment } = useMerchant()
  const [isChecked, setChecked] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  const problems = problemsWith(draft, words)
  const shown = isChecked ? problems : {}
  const change = (part: Partial<InvoiceDraft>) => {
    submission.clear()
    onChange({ ...draft, ...part })
  }
  const field = (name: 'name' | 'phone' | 'email' | 'due' | 'notes' | 'least') => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  const save = () => {
    setChecked(true)
    if (Object.keys(problems).length === 0) return onSave()
    requestAnimationFrame(() => around.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const { amount, tax } = sumOf(draft.lines)
  const isSmall = useIsSmall()
  // Where there is no room beside the form, it stands where one decides to save.
  const totals = <InvoiceTotals subtotal={amount} tax={tax} />
  return (
    <Beside isAfter aside={isSmall ? null : totals}>
      <div ref={around} className="card">
        <Form submission={{ ...submission, problems: { ...submission.problems, ...shown } }} onSubmit={save}>
          <TextField name="customer_name" label={words.name} maxLength={120} {...field('name')} />
          <TextField
            name="customer_phone"
            type="tel"
            label={words.phone}
            hint={words.phoneHint}
            {...field('phone')}
          />
          <TextField
            name="customer_email"
            type="email"
            label={words.email}
            hint={words.ifAny}
            {...field('email')}
          />
          <TextField name="due_date" type="date" label={words.due} {...field('due')} />
          <InvoiceLines lines={draft.lines} onChange={(lines) => change({ lines })} />
          <CheckField
            name="allow_part_payment"
            label={words.inParts}
            hint={words.inPartsHint}
            checked={draft.isInParts}
            onChange={({ target }) => change({ isInParts: target.checked })}
          />
          {draft.isInParts && (
            <TextField
              name="minimum_payment"
              label={words.least}
              hint={words.leastHint}
              inputMode="decimal"
              autoComplete="off"
              {...field('least')}
            />
          )}
          <AreaField
            name="notes"
            label={words.notes}
            hint={words.notesHint}
            rows={3}
            maxLength={1000}
            {...field('notes')}
          />
          {isSmall && totals}
          <Button type="submit" isWide isBusy={submission.isSending}>
            {environment === 'sandbox' ? words.saveTest : words.save}
          </Button>
        </Form>
      </div>
    </Beside>
  )
}
