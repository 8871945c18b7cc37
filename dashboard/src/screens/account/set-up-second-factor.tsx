import type { EnableTwoFactorReply, SignedIn } from '@malipo/sdk'
import { useState } from 'react'
import { personClient } from '../../calls/clients.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { useWords } from '../../words/words.ts'
import classes from './account.module.css'
import { accountWords } from './account-words.ts'
import { PasswordForm } from './password-form.tsx'

/** Password, code to scan, code to type: it counts when the app has proven that it knows the secret. */
export function SetUpSecondFactor({ onDone }: { onDone(codes: readonly string[]): void }) {
  const words = useWords(accountWords)
  const beginning = useSubmission<EnableTwoFactorReply>()
  const confirming = useSubmission<SignedIn>()
  const [begun, setBegun] = useState<EnableTwoFactorReply>()
  const begin = async (password: string) => {
    setBegun(await beginning.submit(() => personClient().auth.enableTwoFactor({ password })))
  }
  const confirm = async (fields: FormData, { backup_codes }: EnableTwoFactorReply) => {
    const code = String(fields.get('code')).replaceAll(/\s/g, '')
    if (await confirming.submit(() => personClient().auth.verifyTotp({ code }))) onDone(backup_codes)
  }
  if (!begun)
    return (
      <PasswordForm
        submission={beginning}
        look="main"
        button={words.begin}
        onSubmit={(password) => void begin(password)}
      />
    )
  const secret = secretOf(begun.totp_uri)
  return (
    <div className="stack">
      <h3>{words.scan}</h3>
      <div className={classes.qr}>
        <QrCode text={begun.totp_uri} label={words.scanLabel} size={224} />
      </div>
      <p>
        {words.orType}{' '}
        <Copyable text={secret} shown={secret.replace(/(.{4})(?=.)/g, '$1 ')} label={words.secret} />
      </p>
      <Form submission={confirming} saying={words.saying} onSubmit={(fields) => void confirm(fields, begun)}>
        <TextField
          name="code"
          label={words.code}
          hint={words.codeHint}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
        />
        <div className="row">
          <Button type="submit" isBusy={confirming.isSending}>
            {words.confirm}
          </Button>
          <Button look="quiet" onClick={() => setBegun(undefined)}>
            {words.giveUp}
          </Button>
        </div>
      </Form>
    </div>
  )
}

function secretOf(uri: string): string {
  return new URL(uri).searchParams.get('secret') ?? ''
}
