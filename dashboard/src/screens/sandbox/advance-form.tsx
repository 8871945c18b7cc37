import type { SandboxAdvance } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { sandboxWords } from './sandbox-words.ts'

export function AdvanceForm() {
  const words = useWords(sandboxWords)
  const { malipo, key } = useMerchant()
  const queries = useQueryClient()
  const submission = useSubmission<SandboxAdvance>()
  const [seen, setSeen] = useState<SandboxAdvance>()
  const send = async (fields: FormData) => {
    const id = String(fields.get('id')).trim()
    setSeen(await submission.submit((options) => malipo.sandbox.advance({ id }, options)))
    void queries.invalidateQueries({ queryKey: [...key] })
  }
  return (
    <section className="card stack" aria-labelledby="advance">
      <h2 id="advance">{words.advance}</h2>
      <p className="muted">{words.advanceText}</p>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <TextField name="id" label={words.advanceId} autoComplete="off" spellCheck={false} required />
        <div className="row">
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.advanceNow}
          </Button>
          <span role="status">{seen && words.steps[seen.what]}</span>
        </div>
      </Form>
    </section>
  )
}
