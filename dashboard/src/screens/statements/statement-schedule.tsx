import type { StatementSchedule as Schedule } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { CheckField, TextField } from '../../kit/fields.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { statementsWords } from './statements-words.ts'

/** Which statements come by themselves, and who is told. */
export function StatementSchedule() {
  const words = useWords(statementsWords)
  const { malipo, key } = useMerchant()
  const may = useMay()
  const isMine = may('changeStatementSchedule')
  const { data } = useQuery({
    queryKey: [...key, 'statement-schedule'],
    queryFn: ({ signal }) => malipo.statements.getSchedule({ signal }),
    enabled: isMine,
  })
  if (!isMine || !data) return null
  return (
    <section className="card stack" aria-label={words.schedule}>
      <h2>{words.schedule}</h2>
      <ScheduleForm of={data} />
    </section>
  )
}

function ScheduleForm({ of }: { of: Schedule }) {
  const words = useWords(statementsWords)
  const { malipo, key } = useMerchant()
  const submission = useSubmission<Schedule>()
  const queries = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  const save = async (fields: FormData) => {
    setSaved(false)
    const emails = String(fields.get('emails') ?? '')
      .split(/[\s,;]+/)
      .filter((address) => address !== '')
    const body = { daily: fields.has('daily'), monthly: fields.has('monthly'), emails }
    const saved = await submission.submit(() => malipo.statements.setSchedule(body))
    if (!saved) return
    queries.setQueryData([...key, 'statement-schedule'], saved)
    setSaved(true)
  }
  return (
    <Form submission={submission} onSubmit={(fields) => void save(fields)}>
      <CheckField name="daily" label={words.daily} defaultChecked={of.daily} />
      <CheckField name="monthly" label={words.monthly} defaultChecked={of.monthly} />
      <TextField
        name="emails"
        label={words.emails}
        hint={words.emailsHint}
        defaultValue={of.emails.join(', ')}
        autoComplete="off"
      />
      {isSaved && <Notice tone="paid">{words.saved}</Notice>}
      <div>
        <Button type="submit" look="plain" isBusy={submission.isSending}>
          {words.save}
        </Button>
      </div>
    </Form>
  )
}
