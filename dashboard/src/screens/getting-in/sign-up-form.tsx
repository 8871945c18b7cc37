import type { SignedIn } from '@malipo/sdk'
import { personClient } from '../../calls/clients.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { gettingInWords } from './getting-in-words.ts'

type Props = { button: string; invitation?: string; onDone(): void }

/** Name, address and password. With the token of an invitation it works where signing up is closed. */
export function SignUpForm({ button, invitation, onDone }: Props) {
  const words = useWords(gettingInWords)
  const submission = useSubmission<SignedIn>()
  const send = async (fields: FormData) => {
    const body = {
      name: String(fields.get('name')).trim(),
      email: String(fields.get('email')).trim(),
      password: String(fields.get('password')),
      ...(invitation !== undefined && { invitation_token: invitation }),
    }
    if (await submission.submit(() => personClient().auth.signUp(body))) onDone()
  }
  return (
    <Form submission={submission} saying={words.signUpSaying} onSubmit={(fields) => void send(fields)}>
      <TextField name="name" label={words.name} autoComplete="name" maxLength={120} required />
      <TextField name="email" type="email" label={words.email} autoComplete="username" required />
      <TextField
        name="password"
        type="password"
        label={words.password}
        hint={words.passwordHint}
        autoComplete="new-password"
        minLength={8}
        maxLength={128}
        required
      />
      <Button type="submit" isWide isBusy={submission.isSending}>
        {button}
      </Button>
    </Form>
  )
}
