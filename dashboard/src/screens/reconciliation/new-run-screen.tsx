import type { Reconciliation } from '@malipo/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { ChoiceField, TextField } from '../../kit/fields.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { dayIn } from '../../parts/format.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { useProviders } from '../providers/use-providers.ts'
import { reconciliationWords } from './reconciliation-words.ts'
import { useMappings } from './use-mappings.ts'

/** A day with a provider: by its own list, or by a statement as CSV. */
export default function NewRunScreen() {
  const words = useWords(reconciliationWords)
  const { malipo, at } = useAdmin()
  const navigate = useNavigate()
  const submission = useSubmission<Reconciliation>()
  const known = useProviders()
  const { data: mappings = [] } = useMappings()
  const send = async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '')
    const file = fields.get('statement')
    const isGiven = file instanceof File && file.size > 0
    const run = await submission.submit(async (options) => {
      const statement = isGiven ? { statement: await file.text() } : {}
      const format = isGiven && text('format') !== '' ? { format: text('format') } : {}
      const body = { provider: text('provider'), day: text('day'), ...statement, ...format }
      return await malipo.admin.reconciliations.request(body, options)
    })
    if (run !== undefined) void navigate({ to: `${at}/reconciliation/${run.id}` })
  }
  if (known.error) return <Trouble error={known.error} retry={() => void known.refetch()} />
  if (known.isPending) return <Waiting rows={4} />
  return (
    <>
      <PageHead title={words.newRun} above={<WayBack to={`${at}/reconciliation`}>{words.title}</WayBack>} />
      <div className="card narrow">
        <Form submission={submission} onSubmit={(fields) => void send(fields)}>
          <ChoiceField
            name="provider"
            label={words.provider}
            choices={known.data.map(({ name }) => ({ value: name, label: name }))}
            required
          />
          <TextField
            name="day"
            type="date"
            label={words.day}
            defaultValue={dayIn(new Date(Date.now() - 86_400_000))}
            required
          />
          <TextField
            name="statement"
            type="file"
            accept=".csv,text/csv,text/plain"
            label={words.statement}
            hint={words.statementHint}
          />
          <ChoiceField
            name="format"
            label={words.format}
            hint={words.formatHint}
            choices={[
              { value: '', label: words.formatOfProvider },
              ...mappings.map(({ name }) => ({ value: name, label: name })),
            ]}
          />
          <p className="muted">{words.nothingBooked}</p>
          <div>
            <Button type="submit" isBusy={submission.isSending}>
              {words.reconcile}
            </Button>
          </div>
        </Form>
      </div>
    </>
  )
}
