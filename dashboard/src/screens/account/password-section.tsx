import type { Done } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { personClient } from '../../calls/clients.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { accountWords } from './account-words.ts'

export function PasswordSection() {
  const words = useWords(accountWords)
  const queries = useQueryClient()
  const submission = useSubmission<Done>()
  const [changes, setChanges] = useState(0)
  const send = async (fields: FormData) => {
    const [current_password, new_password] = ['current_password', 'new_password'].map((name) =>
      String(fields.get(name)),
    ) as [string, string]
    const body = { current_password, new_password }
    if (!(await submission.submit(() => personClient().auth.changePassword(body)))) return
    setChanges(changes + 1)
    void queries.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <section className="card stack not-printed" aria-labelledby="password">
      <h2 id="password">{words.password}</h2>
      <Form
        key={changes}
        submission={submission}
        saying={words.saying}
        onSubmit={(fields) => void send(fields)}
      >
        <TextField
          name="current_password"
          type="password"
          label={words.currentPassword}
          autoComplete="current-password"
          required
        />
        <TextField
          name="new_password"
          type="password"
          label={words.newPassword}
          hint={words.passwordHint}
          autoComplete="new-password"
          minLength={8}
          maxLength={128}
          required
        />
        <div>
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.changePassword}
          </Button>
        </div>
      </Form>
      <p role="status">{changes > 0 && words.passwordChanged}</p>
    </section>
  )
}
