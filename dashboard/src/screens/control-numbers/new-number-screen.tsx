import type { ControlNumber } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Form, forgetDraft } from '../../forms/form.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { Segments } from '../../kit/choices.tsx'
import { AreaField, ChoiceField, TextField } from '../../kit/fields.tsx'
import { dayIn } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { newNumberWords } from './new-number-words.ts'
import { type NumberDraft, type NumberProblems, noNumber, problemsWith, requestOf } from './number-draft.ts'
import { numbersWords } from './numbers-words.ts'

export default function NewNumberScreen() {
  const words = useWords(newNumberWords)
  const { title: all, new: title, newTest: titleTest } = useWords(numbersWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const { customer, name } = useSearch({ strict: false }) as { customer?: string; name?: string }
  const here = `/m/${merchantId}/${environment}/control-numbers`
  const kept = `control-number.${merchantId}.${environment}.${customer ?? ''}`
  const [draft, setDraft] = useDraft<NumberDraft>(
    kept,
    // Whoever comes from a customer wants one that is paid again and again.
    customer === undefined ? noNumber : { ...noNumber, kind: 'CUSTOMER', mode: 'ANY' },
  )
  const [isChecked, setChecked] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  const submission = useSubmission<ControlNumber>(kept)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const problems = problemsWith(draft, words)
  const isTest = environment === 'sandbox'
  const change = (part: Partial<NumberDraft>) => {
    submission.clear()
    setDraft({ ...draft, ...part })
  }
  const send = async () => {
    setChecked(true)
    if (Object.keys(problems).length > 0)
      return void requestAnimationFrame(() =>
        around.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
      )
    const made = await submission.submit(({ idempotencyKey }) =>
      malipo.controlNumbers.create(requestOf(draft, customer), { idempotencyKey }),
    )
    if (!made) return
    forgetDraft(kept)
    void queries.invalidateQueries({ queryKey: [...key, 'control-numbers'] })
    await navigate({ to: `${here}/${made.id}`, replace: true })
  }
  return (
    <>
      <PageHead title={isTest ? titleTest : title} above={<WayBack to={here}>{all}</WayBack>} />
      <div ref={around} className="card" style={{ maxWidth: '36rem' }}>
        <Form submission={submission} onSubmit={() => void send()}>
          {name && <Notice tone="quiet">{words.forCustomer(name)}</Notice>}
          <Fields {...{ draft, change }} problems={isChecked ? problems : {}} />
          <Button type="submit" isWide isBusy={submission.isSending}>
            {isTest ? words.makeTest : words.make}
          </Button>
        </Form>
      </div>
    </>
  )
}

type FieldsProps = {
  draft: NumberDraft
  change(part: Partial<NumberDraft>): void
  problems: NumberProblems
}

function Fields({ draft, change, problems }: FieldsProps) {
  const words = useWords(newNumberWords)
  const { kinds } = useWords(numbersWords)
  const field = (name: keyof NumberDraft) => ({
    value: draft[name],
    problem: problems[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <>
      <Segments
        label={words.kind}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
        choices={[
          { value: 'ORDER', label: kinds.ORDER },
          { value: 'CUSTOMER', label: kinds.CUSTOMER },
        ]}
      />
      <p className="muted small">{draft.kind === 'ORDER' ? words.orderHint : words.customerHint}</p>
      <ChoiceField
        name="payment_mode"
        label={words.mode}
        choices={[
          { value: 'EXACT', label: words.exact },
          { value: 'PART', label: draft.kind === 'ORDER' ? words.parts : words.upTo },
          { value: 'ANY', label: words.any },
        ]}
        {...field('mode')}
      />
      {draft.mode !== 'ANY' && (
        <TextField
          name="amount"
          label={words.amount}
          hint={words.amountHint}
          inputMode="decimal"
          {...field('amount')}
        />
      )}
      <AreaField
        name="description"
        label={words.text}
        hint={words.textHint}
        rows={2}
        maxLength={500}
        {...field('text')}
      />
      <TextField
        name="merchant_reference"
        label={words.reference}
        hint={words.referenceHint}
        maxLength={100}
        {...field('reference')}
      />
      <TextField
        name="expires_at"
        type="date"
        label={words.ends}
        hint={words.endsHint}
        min={dayIn(new Date())}
        {...field('ends')}
      />
    </>
  )
}
