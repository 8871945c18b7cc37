import type { SandboxSubscriber } from '@malipo/sdk'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { withoutGroups } from '../../forms/read-amount.ts'
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
  const changing = useSubmission<SandboxSubscriber>()
  const [found, setFound] = useState<SandboxSubscriber>()
  const [isSaved, setSaved] = useState(false)
  const look = async (fields: FormData) => {
    setSaved(false)
    setFound(await looking.submit(() => malipo.sandbox.getSubscriber(readPhone(String(fields.get('phone'))))))
  }
  const change = async (phone: string, fields: FormData) => {
    setSaved(false)
    const balance = withoutGroups(String(fields.get('balance')))
    const body = { balance: balance === '' ? null : balance, pin: String(fields.get('pin')).trim() }
    const now = await changing.submit(() => malipo.sandbox.updateSubscriber(phone, body))
    if (now === undefined) return
    setFound(now)
    setSaved(true)
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
            <Form
              key={JSON.stringify(found)}
              submission={changing}
              onSubmit={(fields) => void change(found.phone, fields)}
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
              <div className="row">
                <Button type="submit" look="plain" isBusy={changing.isSending}>
                  {words.save}
                </Button>
                <span role="status">{isSaved && words.saved}</span>
              </div>
            </Form>
          )}
        </>
      )}
    </section>
  )
}
