import type { ProviderStanding } from '@malipo/sdk'
import { useState } from 'react'
import { DecideDialog } from '../../admin/decide-dialog.tsx'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { readAmount } from '../../forms/read-amount.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { providersWords } from './providers-words.ts'

type Props = { of: ProviderStanding; onDone(): void }
type Way = 'drain' | 'pause' | 'resume'

/** Which ways lead on from each state. */
const waysFrom: Record<ProviderStanding['state'], readonly Way[]> = {
  on: ['drain', 'pause'],
  draining: ['resume', 'pause'],
  paused: ['resume', 'drain'],
}
const lookOf = { drain: 'plain', pause: 'danger', resume: 'main' } as const

export function ProviderDecisions({ of: one, onDone }: Props) {
  const words = useWords(providersWords)
  const { malipo } = useAdmin()
  return (
    <>
      <section className="card stack" aria-labelledby="traffic">
        <h2 id="traffic">{words.traffic}</h2>
        <p className="muted">{words.statesText[one.state]}</p>
        <div className="row">
          {waysFrom[one.state].map((way) => (
            <DecideDialog<ProviderStanding>
              key={way}
              label={words.ways[way]}
              look={lookOf[way]}
              title={words.wayTitles[way](one.name)}
              note={way === 'resume' ? 'possible' : 'needed'}
              send={(note, options) =>
                malipo.admin.providers[way](one.name, note === undefined ? {} : { note }, options)
              }
              onDone={onDone}
            >
              <p>{words.wayTexts[way]}</p>
            </DecideDialog>
          ))}
        </div>
      </section>
      <LowFloatForm key={one.float.low_at} of={one} onDone={onDone} />
    </>
  )
}

function LowFloatForm({ of: one, onDone }: Props) {
  const words = useWords(providersWords)
  const { malipo } = useAdmin()
  const submission = useSubmission<ProviderStanding>()
  const [isWrong, setWrong] = useState(false)
  const send = async (fields: FormData) => {
    const typed = String(fields.get('low_float_at') ?? '').trim()
    const amount = typed === '' ? null : readAmount(typed)
    setWrong(amount === undefined)
    if (amount === undefined) return
    const reply = await submission.submit(() =>
      malipo.admin.providers.update(one.name, { low_float_at: amount }),
    )
    if (reply !== undefined) onDone()
  }
  return (
    <section className="card stack" aria-labelledby="low">
      <h2 id="low">{words.lowTitle}</h2>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <TextField
          name="low_float_at"
          label={words.lowAt}
          hint={words.lowHint}
          inputMode="decimal"
          defaultValue={one.float.low_at}
          problem={isWrong ? words.amountWrong : undefined}
        />
        <div>
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.setLow}
          </Button>
        </div>
      </Form>
    </section>
  )
}
