import type { SandboxSwitchboard } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
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
  const submission = useSubmission<SandboxSwitchboard>()
  const [isSaved, setSaved] = useState(false)
  const send = async (fields: FormData) => {
    setSaved(false)
    const shares = faultNames.map((name) => [name, shareOf(String(fields.get(name)))] as const)
    const body = { ...Object.fromEntries(shares), late_by_ms: Number(fields.get('late_by_ms')) }
    const now = await submission.submit(() => malipo.sandbox.updateSwitchboard(body))
    if (now === undefined) return
    queries.setQueryData([...key, 'switchboard'], now)
    setSaved(true)
  }
  return (
    <section className="card stack" aria-labelledby="switchboard">
      <h2 id="switchboard">{words.switchboard}</h2>
      <p className="muted">{words.switchboardText}</p>
      {switchboard.error && <Trouble error={switchboard.error} retry={() => void switchboard.refetch()} />}
      {switchboard.isPending && <Waiting rows={4} />}
      {switchboard.data && (
        <Form
          key={JSON.stringify(switchboard.data)}
          submission={submission}
          onSubmit={(fields) => void send(fields)}
        >
          <fieldset className="plain stack" disabled={!may('changeSandboxSwitchboard')}>
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
          </fieldset>
          {may('changeSandboxSwitchboard') && (
            <div className="row">
              <Button type="submit" look="plain" isBusy={submission.isSending}>
                {words.save}
              </Button>
              <span role="status">{isSaved && words.saved}</span>
            </div>
          )}
        </Form>
      )}
    </section>
  )
}
