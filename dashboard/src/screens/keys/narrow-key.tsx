import type { Scope } from '@malipo/contract'
import type { ApiKey, ChangeApiKeyRequest } from '@malipo/sdk'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { CheckField, TextField } from '../../kit/fields.tsx'
import { dayIn } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import { keysWords } from './keys-words.ts'

/** What it is called, and how much less it may: powers are taken away and its end comes earlier, never the other way round. */
export function NarrowKey({ of: one, onDone }: { of: ApiKey; onDone(): void }) {
  const words = useWords(keysWords)
  const { malipo } = useMerchant()
  const submission = useSubmission<ApiKey>()
  const [kept, setKept] = useState<readonly Scope[]>(one.scopes)
  const ends = one.expires_at === null ? '' : dayIn(new Date(one.expires_at))
  const send = async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const [name, day] = [text('name'), text('expires_at')]
    const change: ChangeApiKeyRequest = {
      ...(name !== one.name && { name }),
      ...(kept.length < one.scopes.length && { scopes: [...kept] }),
      ...(day !== '' && day !== ends && { expires_at: endOf(day) }),
    }
    if (Object.keys(change).length === 0) return
    const changed = await submission.submit((options) => malipo.apiKeys.update(one.id, change, options))
    if (changed) onDone()
  }
  return (
    <section className="card stack narrow" aria-labelledby="narrow">
      <h2 id="narrow">{words.narrowTitle}</h2>
      <p>{words.narrowText}</p>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <TextField name="name" label={words.name} defaultValue={one.name} maxLength={120} required />
        <fieldset className="plain stack tight">
          <legend>{words.keeps}</legend>
          {one.scopes.map((scope) => (
            <CheckField
              key={scope}
              label={words.powers[scope]}
              checked={kept.includes(scope)}
              onChange={({ target }) =>
                setKept(one.scopes.filter((own) => (own === scope ? target.checked : kept.includes(own))))
              }
            />
          ))}
          {kept.length === 0 && <p className="small muted">{words.chooseSome}</p>}
        </fieldset>
        <TextField
          type="date"
          name="expires_at"
          label={words.ends}
          hint={words.endsEarlierHint}
          defaultValue={ends}
          min={dayIn(new Date())}
          max={ends || undefined}
        />
        <div>
          <Button type="submit" look="plain" isBusy={submission.isSending} disabled={kept.length === 0}>
            {words.narrowSave}
          </Button>
        </div>
      </Form>
    </section>
  )
}

/** The end of a day in Dar es Salaam. */
export function endOf(day: string): string {
  return new Date(`${day}T23:59:59+03:00`).toISOString()
}
