import { useState } from 'react'
import { personClient } from '../calls/clients.ts'
import { Form } from '../forms/form.tsx'
import { useSubmission } from '../forms/use-submission.ts'
import { Button } from '../kit/button.tsx'
import { TextField } from '../kit/fields.tsx'
import { useWords } from '../words/words.ts'
import { signInWords } from './sign-in-words.ts'

type Step = 'password' | 'code' | 'backup'

/** Address and password, then a code where there is a second factor. `email` is given where only one person may go on. */
export function SignInForm({ email, onDone }: { email?: string | undefined; onDone(): void }) {
  const words = useWords(signInWords)
  const [step, setStep] = useState<Step>('password')
  const submission = useSubmission<{ two_factor_required: boolean }>()
  const turnTo = (next: Step) => {
    submission.clear()
    setStep(next)
  }

  const send = async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const { auth } = personClient()
    const answer = await submission.submit(() => {
      if (step === 'code') return auth.verifyTotp({ code: text('code').replaceAll(' ', '') })
      if (step === 'backup') return auth.verifyBackupCode({ code: text('code') })
      return auth.signIn({ email: text('email'), password: String(fields.get('password') ?? '') })
    })
    if (answer === undefined) return
    if (step === 'password' && answer.two_factor_required) turnTo('code')
    else onDone()
  }

  return (
    <Form key={step} submission={submission} saying={words.saying} onSubmit={(fields) => void send(fields)}>
      {step === 'password' ? (
        <>
          <TextField
            name="email"
            type="email"
            label={words.email}
            autoComplete="username"
            required
            defaultValue={email}
            readOnly={email !== undefined}
          />
          <TextField
            name="password"
            type="password"
            label={words.password}
            autoComplete="current-password"
            required
          />
        </>
      ) : (
        <TextField
          name="code"
          label={step === 'code' ? words.code : words.backupCode}
          hint={step === 'code' ? words.codeHint : words.backupHint}
          autoComplete="one-time-code"
          inputMode={step === 'code' ? 'numeric' : 'text'}
          required
        />
      )}
      <Button type="submit" isBusy={submission.isSending} isWide>
        {step === 'password' ? words.signIn : words.goOn}
      </Button>
      {step !== 'password' && (
        <div className="row apart">
          <Button look="quiet" onClick={() => turnTo(step === 'code' ? 'backup' : 'code')}>
            {step === 'code' ? words.useBackup : words.useApp}
          </Button>
          <Button look="quiet" onClick={() => turnTo('password')}>
            {words.startOver}
          </Button>
        </div>
      )}
    </Form>
  )
}
