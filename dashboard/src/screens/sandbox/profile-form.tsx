import type { SandboxProfile } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SavedForm } from '../../forms/saved-form.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { TextField } from '../../kit/fields.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { sandboxWords } from './sandbox-words.ts'
import { percentOf, shareOf } from './shares.ts'

export function ProfileForm() {
  const words = useWords(sandboxWords)
  const { malipo, key } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const queryKey = [...key, 'sandbox-profile']
  const profile = useQuery({ queryKey, queryFn: ({ signal }) => malipo.sandbox.getProfile({ signal }) })
  const send = (fields: FormData) => {
    const seed = String(fields.get('random_seed')).trim()
    return malipo.sandbox.updateProfile({
      failure_rate: shareOf(String(fields.get('failure_rate'))),
      approval_delay_ms: Number(fields.get('approval_delay_ms')),
      random_seed: seed === '' ? null : Number(seed),
    })
  }
  return (
    <section className="card stack" aria-labelledby="profile">
      <h2 id="profile">{words.profile}</h2>
      <p className="muted">{words.profileText}</p>
      {profile.error && <Trouble error={profile.error} retry={() => void profile.refetch()} />}
      {profile.isPending && <Waiting rows={3} />}
      {profile.data && (
        <SavedForm<SandboxProfile>
          send={send}
          onSaved={(now) => queries.setQueryData(queryKey, now)}
          isAllowed={may('changeSandboxProfile')}
        >
          <TextField
            name="failure_rate"
            label={words.failureRate}
            inputMode="decimal"
            defaultValue={percentOf(profile.data.failure_rate)}
            required
          />
          <TextField
            name="approval_delay_ms"
            label={words.delay}
            inputMode="numeric"
            defaultValue={profile.data.approval_delay_ms}
            required
          />
          <TextField
            name="random_seed"
            label={words.seed}
            hint={words.seedHint}
            inputMode="numeric"
            defaultValue={profile.data.random_seed ?? ''}
          />
        </SavedForm>
      )}
    </section>
  )
}
