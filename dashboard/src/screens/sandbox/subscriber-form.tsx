import type { SandboxSubscriber } from '@malipo/sdk'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { withoutGroups } from '../../forms/read-amount.ts'
import { SavedForm } from '../../forms/saved-form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { formatPhone, readPhone } from '../../parts/format.ts'
import { Money } from '../../parts/money.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { sandboxWords } from './sandbox-words.ts'

/** The wallet of one simulated phone: looked up by its number, then filled or emptied. */
export function SubscriberForm() {
  const words = useWords(sandboxWords)
  const { malipo } = useMerchant()
  const may = useMay()
  const looking = useSubmission<SandboxSubscriber>()
  const [found, setFound] = useState<SandboxSubscriber>()
  const look = async (fields: FormData) =>
    setFound(await looking.submit(() => malipo.sandbox.getSubscriber(readPhone(String(fields.get('phone'))))))
  const change = (phone: string, fields: FormData) => {
    const balance = withoutGroups(String(fields.get('balance')))
    const body = { balance: balance === '' ? null : balance, pin: String(fields.get('pin')).trim() }
    return malipo.sandbox.updateSubscriber(phone, body)
  }
  return (
    <section className="card stack narrow" aria-labelledby="subscriber">
      <h2 id="subscriber">{words.subscriber}</h2>
      <p className="muted">{words.subscriberText}</p>
      <Form submission={looking} onSubmit={(fields) => void look(fields)}>
        <div className="row bottom-aligned">
          <TextField name="phone" type="tel" label={words.phone} placeholder="0712 345 678" required />
          <Button type="submit" look="plain" icon="search" isBusy={looking.isSending}>
            {words.lookUp}
          </Button>
        </div>
      </Form>
      {found && (
        <>
          <dl className="facts">
            <dt>{words.phone}</dt>
            <dd>{formatPhone(found.phone)}</dd>
            <dt>{words.network}</dt>
            <dd>{found.network ?? '–'}</dd>
            <dt>{words.balance}</dt>
            <dd>{found.balance === null ? words.endless : <Money amount={found.balance} />}</dd>
          </dl>
          {may('changeSandboxSubscriber') && (
            <SavedForm<SandboxSubscriber>
              key={found.phone}
              of={found}
              send={(fields) => change(found.phone, fields)}
              onSaved={setFound}
            >
              <TextField
                name="balance"
                label={words.balance}
                hint={words.balanceHint}
                inputMode="decimal"
                defaultValue={found.balance ?? ''}
              />
              <TextField
                name="pin"
                label={words.pinOf}
                inputMode="numeric"
                maxLength={4}
                defaultValue={found.pin}
                required
              />
            </SavedForm>
          )}
        </>
      )}
    </section>
  )
}
