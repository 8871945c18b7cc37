import type { Done } from '@malipo/sdk'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { personClient } from '../../calls/clients.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { SmallPage } from '../../frame/small-page.tsx'
import { Button, buttonLook } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { gettingInWords } from './getting-in-words.ts'

/** Where the link of the mail leads. The token stands in the address, and goes nowhere but to us. */
export default function ResetPasswordScreen() {
  const words = useWords(gettingInWords)
  const { token } = useSearch({ strict: false }) as { token?: string }
  const [isSaved, setSaved] = useState(false)
  const submission = useSubmission<Done>()
  const send = async (fields: FormData) => {
    const body = { token: token ?? '', new_password: String(fields.get('new_password')) }
    if (await submission.submit(() => personClient().auth.resetPassword(body))) setSaved(true)
  }
  return (
    <SmallPage title={words.reset}>
      <div role="status">{isSaved && words.saved}</div>
      {token === undefined && <p>{words.noToken}</p>}
      {token !== undefined && !isSaved && (
        <Form submission={submission} saying={words.resetSaying} onSubmit={(fields) => void send(fields)}>
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
          <Button type="submit" isWide isBusy={submission.isSending}>
            {words.savePassword}
          </Button>
        </Form>
      )}
      {isSaved ? (
        <Link to="/sign-in" {...buttonLook()}>
          {words.signIn}
        </Link>
      ) : (
        <Link to="/forgot-password">{words.askAgain}</Link>
      )}
    </SmallPage>
  )
}
