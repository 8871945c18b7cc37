import type { Statement } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { statementsWords } from './statements-words.ts'

/** The same days are one statement, so that asking twice leads to the same. */
export function AskForStatement() {
  const words = useWords(statementsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const submission = useSubmission<Statement>()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const may = useMay()
  if (!may('requestStatement')) return null
  const ask = async (fields: FormData) => {
    const [from, to] = ['from', 'to'].map((name) => String(fields.get(name) ?? ''))
    const asked = await submission.submit((options) =>
      malipo.statements.request({ from: from ?? '', to: to || (from ?? '') }, options),
    )
    if (!asked) return
    void queries.invalidateQueries({ queryKey: [...key, 'statements'] })
    await navigate({ to: `/m/${merchantId}/${environment}/statements/${asked.id}` })
  }
  return (
    <section className="card stack" aria-label={words.ask}>
      <h2>{words.ask}</h2>
      <p className="muted">{words.daysHint}</p>
      <Form submission={submission} onSubmit={(fields) => void ask(fields)}>
        <div className="row">
          <TextField name="from" type="date" label={words.from} required />
          <TextField name="to" type="date" label={words.to} />
        </div>
        <div>
          <Button type="submit" isBusy={submission.isSending}>
            {words.prepare}
          </Button>
        </div>
      </Form>
    </section>
  )
}
