import type { Network, NetworkStatus } from '@malipo/sdk'
import { SavedForm } from '../../forms/saved-form.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { ChoiceField, TextField } from '../../kit/fields.tsx'
import { networkWords } from '../../parts/network-words.ts'
import { useWords } from '../../words/words.ts'
import { networksWords } from './networks-words.ts'

/** Says how a network does in the sandbox, so that somebody can see what waits and what pages tell. */
export function PlayOutage({ networks, onDone }: { networks: Network[]; onDone(): void }) {
  const words = useWords(networksWords)
  const { statuses, directions } = useWords(networkWords)
  const { malipo } = useMerchant()
  const send = (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const status = text('status') as NetworkStatus | ''
    const note = text('note') || null
    return malipo.sandbox.updateNetwork(text('network'), {
      [text('direction')]: status === '' ? null : { status, note },
    })
  }
  return (
    <section className="card stack narrow" aria-labelledby="play">
      <h2 id="play">{words.play}</h2>
      <p className="muted">{words.playText}</p>
      <SavedForm<Network> send={send} onSaved={onDone} saved={words.saved}>
        <ChoiceField
          name="network"
          label={words.network}
          choices={networks.map(({ destination_code: value, name: label }) => ({ value, label }))}
        />
        <ChoiceField
          name="direction"
          label={words.direction}
          choices={Object.entries(directions).map(([value, label]) => ({ value, label }))}
          defaultValue="payouts"
        />
        <ChoiceField
          name="status"
          label={words.status}
          choices={[
            { value: '', label: words.asUsual },
            ...Object.entries(statuses).map(([value, label]) => ({ value, label })),
          ]}
          defaultValue="down"
        />
        <TextField name="note" label={words.note} maxLength={1000} />
      </SavedForm>
    </section>
  )
}
