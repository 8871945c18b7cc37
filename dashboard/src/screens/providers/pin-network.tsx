import type { AdminNetwork, NetworkStatus } from '@malipo/sdk'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { AreaField, ChoiceField } from '../../kit/fields.tsx'
import { networkWords } from '../../parts/network-words.ts'
import { useWords } from '../../words/words.ts'
import { pinWords } from './pin-words.ts'

type Props = { of: AdminNetwork; onDone(): void }

const hourMs = 3_600_000

/** Says how a network does, whatever is counted; or takes that back. */
export function PinNetwork({ of: network, onDone }: Props) {
  const words = useWords(pinWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="plain" size="small" onClick={() => setOpen(true)}>
        {words.pin}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={words.title(network.name)}>
        {isOpen && (
          <PinForm
            of={network}
            onDone={() => {
              setOpen(false)
              onDone()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function PinForm({ of: network, onDone }: Props) {
  const words = useWords(pinWords)
  const { statuses, directions } = useWords(networkWords)
  const { malipo } = useAdmin()
  const submission = useSubmission<AdminNetwork>()
  const send = async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const status = text('status') as NetworkStatus | ''
    const hours = Number(text('hours'))
    const until = hours === 0 ? null : new Date(Date.now() + hours * hourMs).toISOString()
    const pin = status === '' ? null : { status, note: text('note') || null, until }
    const reply = await submission.submit(() =>
      malipo.admin.networks.pin(network.destination_code, { [text('direction')]: pin }),
    )
    if (reply !== undefined) onDone()
  }
  const known = Object.entries(directions).filter(([name]) => network[name as 'payouts'] !== null)
  return (
    <Form submission={submission} onSubmit={(fields) => void send(fields)}>
      <p>{words.means}</p>
      <ChoiceField
        name="direction"
        label={words.direction}
        choices={known.map(([value, label]) => ({ value, label }))}
        defaultValue="payouts"
      />
      <ChoiceField
        name="status"
        label={words.status}
        choices={[
          ...Object.entries(statuses).map(([value, label]) => ({ value, label })),
          { value: '', label: words.asCounted },
        ]}
        defaultValue="down"
      />
      <ChoiceField
        name="hours"
        label={words.until}
        choices={([1, 4, 24, 0] as const).map((hours) => ({
          value: String(hours),
          label: words.spans[hours],
        }))}
        defaultValue="4"
      />
      <AreaField name="note" rows={3} label={words.note} hint={words.noteHint} maxLength={1000} />
      <div>
        <Button type="submit" isBusy={submission.isSending}>
          {words.pinNow}
        </Button>
      </div>
    </Form>
  )
}
