import type { Me } from '@malipo/sdk'
import { useState } from 'react'
import { personClient } from '../../calls/clients.ts'
import { queryClient } from '../../calls/query-client.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { meQuery, useMe } from '../../people/who.ts'
import { useWords } from '../../words/words.ts'
import { accountWords } from './account-words.ts'

export function NameSection() {
  const words = useWords(accountWords)
  const { user } = useMe()
  const submission = useSubmission<Me>()
  const [isSaved, setSaved] = useState(false)
  const send = async (fields: FormData) => {
    setSaved(false)
    const name = String(fields.get('name')).trim()
    const now = await submission.submit(() => personClient().auth.updateMe({ name }))
    if (now === undefined) return
    queryClient.setQueryData(meQuery.queryKey, now)
    setSaved(true)
  }
  return (
    <section className="card stack not-printed" aria-labelledby="you">
      <h2 id="you">{words.you}</h2>
      <dl className="facts">
        <dt>{words.email}</dt>
        <dd>{user.email}</dd>
      </dl>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <TextField
          name="name"
          label={words.name}
          autoComplete="name"
          maxLength={120}
          defaultValue={user.name}
          required
        />
        <div className="row">
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.save}
          </Button>
          <span role="status">{isSaved && words.saved}</span>
        </div>
      </Form>
    </section>
  )
}
