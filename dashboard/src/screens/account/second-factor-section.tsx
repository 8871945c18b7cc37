import type { BackupCodes, Done } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { personClient } from '../../calls/clients.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Badge } from '../../parts/badge.tsx'
import { meQuery, useMe } from '../../people/who.ts'
import { useWords } from '../../words/words.ts'
import { accountWords } from './account-words.ts'
import { PasswordForm } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

export function SecondFactorSection() {
  const words = useWords(accountWords)
  const queries = useQueryClient()
  const { user } = useMe()
  const [codes, setCodes] = useState<readonly string[]>()
  const [said, setSaid] = useState('')
  const lookAgain = async () => {
    await queries.invalidateQueries({ queryKey: meQuery.queryKey })
    await queries.invalidateQueries({ queryKey: ['sessions'] })
  }
  const turnedOn = async (fresh: readonly string[]) => {
    setCodes(fresh)
    setSaid(words.turnedOn)
    await lookAgain()
  }
  const turnedOff = async () => {
    setSaid(words.turnedOff)
    await lookAgain()
  }
  return (
    <section className="card stack" aria-labelledby="second">
      <div className="row apart">
        <h2 id="second">{words.second}</h2>
        {user.two_factor_enabled ? (
          <Badge tone="paid">{words.isOn}</Badge>
        ) : (
          <span className="muted">{words.isOff}</span>
        )}
      </div>
      <p className="muted not-printed">{words.secondText}</p>
      <p role="status">{said}</p>
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
      {!codes && !user.two_factor_enabled && <SetUpSecondFactor onDone={(fresh) => void turnedOn(fresh)} />}
      {!codes && user.two_factor_enabled && (
        <>
          <NewCodes onMade={setCodes} />
          <TurnOff onDone={() => void turnedOff()} />
        </>
      )}
    </section>
  )
}

function NewCodes({ onMade }: { onMade(codes: readonly string[]): void }) {
  const words = useWords(accountWords)
  const submission = useSubmission<BackupCodes>()
  const make = async (password: string) => {
    const made = await submission.submit(() => personClient().auth.regenerateBackupCodes({ password }))
    if (made) onMade(made.backup_codes)
  }
  return (
    <details>
      <summary>{words.newCodes}</summary>
      <div className="stack">
        <p>{words.newCodesText}</p>
        <PasswordForm
          submission={submission}
          button={words.makeCodes}
          onSubmit={(password) => void make(password)}
        />
      </div>
    </details>
  )
}

function TurnOff({ onDone }: { onDone(): void }) {
  const words = useWords(accountWords)
  const submission = useSubmission<Done>()
  const turnOff = async (password: string) => {
    if (await submission.submit(() => personClient().auth.disableTwoFactor({ password }))) onDone()
  }
  return (
    <details>
      <summary>{words.turnOff}</summary>
      <PasswordForm
        submission={submission}
        look="danger"
        button={words.turnOffNow}
        onSubmit={(password) => void turnOff(password)}
      />
    </details>
  )
}
