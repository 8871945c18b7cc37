import type { PrivacyCase, PrivacyKind } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { ChoiceField, TextField } from '../../kit/fields.tsx'
import { readPhone } from '../../parts/format.ts'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { privacyWords } from './privacy-words.ts'

const kinds: readonly PrivacyKind[] = ['export', 'correct', 'erase']

/** What is left empty is not asked about. */
function filled(fields: FormData, names: Record<string, string>): Record<string, string> {
  const given = Object.entries(names).map(([name, field]) => {
    const text = String(fields.get(field) ?? '').trim()
    return [name, name === 'phone' ? readPhone(text) : text] as const
  })
  return Object.fromEntries(given.filter(([, text]) => text !== ''))
}

export function AskForSomebody() {
  const words = useWords(privacyWords)
  const { malipo, key } = useMerchant()
  const submission = useSubmission<PrivacyCase>()
  const queries = useQueryClient()
  const may = useMay()
  const [kind, setKind] = useState<PrivacyKind>('export')
  const [round, setRound] = useState(0)
  if (!may('requestPrivacy')) return null
  const ask = async (fields: FormData) => {
    const who = filled(fields, { phone: 'phone', email: 'email', account: 'account' })
    const correction = filled(fields, { name: 'new_name', phone: 'new_phone', email: 'new_email' })
    const asked = await submission.submit((options) =>
      malipo.privacyRequests.create({ kind, ...who, ...(kind === 'correct' && { correction }) }, options),
    )
    if (!asked) return
    // Another person, another form.
    setRound(round + 1)
    void queries.resetQueries({ queryKey: [...key, 'privacy-requests'] })
  }
  return (
    <section className="card stack" aria-label={words.ask}>
      <h2>{words.ask}</h2>
      <p className="muted">{words.askText}</p>
      <Form key={round} submission={submission} onSubmit={(fields) => void ask(fields)}>
        <ChoiceField
          name="kind"
          label={words.what}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as PrivacyKind)}
          choices={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        />
        <div className="tiles">
          <TextField name="phone" type="tel" label={words.phone} autoComplete="off" />
          <TextField name="email" type="email" label={words.email} autoComplete="off" />
          <TextField name="account" label={words.account} autoComplete="off" />
        </div>
        {kind === 'correct' && (
          <>
            <p className="muted">{words.correctHint}</p>
            <div className="tiles">
              <TextField name="new_name" label={words.newName} autoComplete="off" />
              <TextField name="new_phone" type="tel" label={words.newPhone} autoComplete="off" />
              <TextField name="new_email" type="email" label={words.newEmail} autoComplete="off" />
            </div>
          </>
        )}
        {kind === 'erase' && <p className="muted">{words.eraseHint}</p>}
        <div>
          <Button type="submit" isBusy={submission.isSending}>
            {kind === 'erase' ? words.erase : words.carryOut}
          </Button>
        </div>
      </Form>
    </section>
  )
}
