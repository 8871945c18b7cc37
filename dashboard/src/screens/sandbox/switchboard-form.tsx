import type { SandboxSwitchboard } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { SavedForm } from '../../forms/saved-form.tsx'
import { useMerchant } from '../../frame/use-merchant.ts'
import { TextField } from '../../kit/fields.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { Trouble } from '../../parts/trouble.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { faultNames, useSwitchboard } from './sandbox-head.tsx'
import { sandboxWords } from './sandbox-words.ts'
import { percentOf, shareOf } from './shares.ts'

export function SwitchboardForm() {
  const words = useWords(sandboxWords)
  const { malipo, key } = useMerchant()
  const may = useMay()
  const queries = useQueryClient()
  const switchboard = useSwitchboard()
  const send = (fields: FormData) => {
    const shares = faultNames.map((name) => [name, shareOf(String(fields.get(name)))] as const)
    return malipo.sandbox.updateSwitchboard({
      ...Object.fromEntries(shares),
      late_by_ms: Number(fields.get('late_by_ms')),
    })
  }
  return (
    <section className="card stack" aria-labelledby="switchboard">
      <h2 id="switchboard">{words.switchboard}</h2>
      <p className="muted">{words.switchboardText}</p>
      {switchboard.error && <Trouble error={switchboard.error} retry={() => void switchboard.refetch()} />}
      {switchboard.isPending && <Waiting rows={4} />}
      {switchboard.data && (
        <SavedForm<SandboxSwitchboard>
          of={switchboard.data}
          send={send}
          onSaved={(now) => queries.setQueryData([...key, 'switchboard'], now)}
          isAllowed={may('changeSandboxSwitchboard')}
        >
          <div className="tiles">
            {faultNames.map((name) => (
              <TextField
                key={name}
                name={name}
                label={words.faults[name]}
                inputMode="decimal"
                defaultValue={percentOf(switchboard.data[name])}
                required
              />
            ))}
          </div>
          <TextField
            name="late_by_ms"
            label={words.lateBy}
            inputMode="numeric"
            defaultValue={switchboard.data.late_by_ms}
            required
          />
        </SavedForm>
      )}
    </section>
  )
}
