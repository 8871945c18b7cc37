import { Form } from '../../forms/form.tsx'
import type { Submission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { accountWords } from './account-words.ts'

type Props = {
  submission: Pick<Submission<unknown>, 'error' | 'problems' | 'isSending'>
  button: string
  look?: 'main' | 'plain' | 'danger'
  onSubmit(password: string): void
}

/** What may only be done by somebody who knows the password, not by somebody who found the page open. */
export function PasswordForm({ submission, button, look = 'plain', onSubmit }: Props) {
  const words = useWords(accountWords)
  return (
    <Form
      submission={submission}
      saying={words.saying}
      onSubmit={(fields) => onSubmit(String(fields.get('password')))}
    >
      <TextField
        name="password"
        type="password"
        label={words.yourPassword}
        autoComplete="current-password"
        required
      />
      <div>
        <Button type="submit" look={look} isBusy={submission.isSending}>
          {button}
        </Button>
      </div>
    </Form>
  )
}
