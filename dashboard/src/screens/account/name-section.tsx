import type { Me } from '@malipo/sdk'
import { personClient } from '../../calls/clients.ts'
import { queryClient } from '../../calls/query-client.ts'
import { SavedForm } from '../../forms/saved-form.tsx'
import { TextField } from '../../kit/fields.tsx'
import { meQuery, useMe } from '../../people/who.ts'
import { useWords } from '../../words/words.ts'
import { accountWords } from './account-words.ts'

export function NameSection() {
  const words = useWords(accountWords)
  const { user } = useMe()
  return (
    <section className="card stack not-printed" aria-labelledby="you">
      <h2 id="you">{words.you}</h2>
      <dl className="facts">
        <dt>{words.email}</dt>
        <dd>{user.email}</dd>
      </dl>
      <SavedForm<Me>
        send={(fields) => personClient().auth.updateMe({ name: String(fields.get('name')).trim() })}
        onSaved={(now) => queryClient.setQueryData(meQuery.queryKey, now)}
      >
        <TextField
          name="name"
          label={words.name}
          autoComplete="name"
          maxLength={120}
          defaultValue={user.name}
          required
        />
      </SavedForm>
    </section>
  )
}
