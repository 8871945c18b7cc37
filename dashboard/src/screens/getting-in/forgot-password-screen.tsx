import type { Done } from '@malipo/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { personClient } from '../../calls/clients.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { SmallPage } from '../../frame/small-page.tsx'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { gettingInWords } from './getting-in-words.ts'

/** The answer is the same for every address: the page must not tell who has an account. */
export default function ForgotPasswordScreen() {
  const words = useWords(gettingInWords)
  const [isSent, setSent] = useState(false)
  const submission = useSubmission<Done>()
  const send = async (fields: FormData) => {
    const email = String(fields.get('email')).trim()
    if (await submission.submit(() => personClient().auth.requestPasswordReset({ email }))) setSent(true)
  }
  return (
    <SmallPage title={words.forgot}>
      <div role="status" className="stack tight">
        {isSent && (
          <>
            <strong>{words.linkSent}</strong>
            <p>{words.linkSentText}</p>
          </>
        )}
      </div>
      {!isSent && (
        <>
          <p>{words.forgotText}</p>
          <Form submission={submission} onSubmit={(fields) => void send(fields)}>
            <TextField name="email" type="email" label={words.email} autoComplete="username" required />
            <Button type="submit" isWide isBusy={submission.isSending}>
              {words.sendLink}
            </Button>
          </Form>
        </>
      )}
      <Link to="/sign-in">{words.backToSignIn}</Link>
    </SmallPage>
  )
}
