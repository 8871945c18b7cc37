import type { AnswerSandboxPromptReply, SandboxAnswer, SandboxPrompt } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { RowList } from '../../lists/row-list.tsx'
import type { Column } from '../../lists/rows-shown.ts'
import { useRows } from '../../lists/use-rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { formatPhone } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { FormTrouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { OnlyInSandbox, SandboxHead } from './sandbox-head.tsx'
import { sandboxWords } from './sandbox-words.ts'
import { SubscriberForm } from './subscriber-form.tsx'

export default function PhonesScreen() {
  const { environment } = useMerchant()
  if (environment !== 'sandbox') return <OnlyInSandbox />
  return (
    <>
      <SandboxHead />
      <Prompts />
      <SubscriberForm />
    </>
  )
}

type Row = SandboxPrompt & { id: string }

/** What simulated phones show just now, answered in their owners' place. */
function Prompts() {
  const words = useWords(sandboxWords)
  const { malipo, key } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const [pin, setPin] = useState('1234')
  const [said, setSaid] = useState('')
  const submission = useSubmission<AnswerSandboxPromptReply>()
  const rows = useRows<Row>([...key, 'prompts'], async (cursor, signal) => {
    const page = await malipo.sandbox.listPrompts({ cursor, page_size: 50 }, { signal })
    return { ...page, items: page.items.map((one) => ({ ...one, id: one.provider_reference })) }
  })
  const answer = async (id: string, wish: SandboxAnswer) => {
    setSaid('')
    const body = wish === 'approve' ? { answer: wish, pin } : { answer: wish }
    const now = await submission.submit((options) => malipo.sandbox.answerPrompt(id, body, options))
    if (now) setSaid(now.state === 'waiting' ? words.wrongPin : words.answered)
    void queries.invalidateQueries({ queryKey: [...key] })
  }
  const columns: Column<Row>[] = [
    {
      name: 'phone',
      label: words.phone,
      onCard: 'title',
      cell: ({ phone }) => (phone === null ? '–' : formatPhone(phone)),
    },
    { name: 'network', label: words.network, cell: ({ network }) => network ?? '–' },
    {
      name: 'amount',
      label: words.amountAsked,
      isNumber: true,
      onCard: 'aside',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { name: 'asked', label: words.asked, cell: ({ created_at }) => <When at={created_at} /> },
    {
      name: 'answer',
      label: words.answer,
      cell: ({ id }) => (
        <span className="row">
          <Button size="small" onClick={() => void answer(id, 'approve')}>
            {words.approve}
          </Button>
          <Button size="small" look="plain" onClick={() => void answer(id, 'decline')}>
            {words.decline}
          </Button>
        </span>
      ),
    },
  ]
  const shown = may('answerSandboxPrompt') ? columns : columns.slice(0, -1)
  return (
    <div className="stack">
      <h2>{words.prompts}</h2>
      {rows.rows.length > 0 && may('answerSandboxPrompt') && (
        <div className="row">
          <TextField
            label={words.pin}
            hint={words.pinHint}
            inputMode="numeric"
            maxLength={4}
            value={pin}
            onChange={({ target }) => setPin(target.value)}
          />
        </div>
      )}
      <FormTrouble error={submission.error} />
      <p role="status">{said}</p>
      <RowList
        label={words.prompts}
        columns={shown}
        of={rows}
        empty={
          <Empty icon="phone" title={words.promptsEmpty}>
            <p>{words.promptsEmptyText}</p>
          </Empty>
        }
      />
    </div>
  )
}
