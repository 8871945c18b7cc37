import type { CheckWebhookReply, WebhookCheck } from '@malipo/sdk'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { Badge } from '../../parts/badge.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { webhooksWords } from './webhooks-words.ts'

/** What every endpoint meets one day, sent today: what was sent, what was expected, what was seen, and what to mend. */
export default function WebhookCheckScreen() {
  const words = useWords(webhooksWords)
  const { merchantId, environment, malipo } = useMerchant()
  const submission = useSubmission<CheckWebhookReply>()
  const [seen, setSeen] = useState<CheckWebhookReply>()
  const send = async (fields: FormData) => {
    setSeen(undefined)
    const reference = String(fields.get('reference')).trim()
    setSeen(await submission.submit(() => malipo.webhooks.check(reference === '' ? {} : { reference })))
  }
  return (
    <>
      <PageHead
        title={words.check}
        above={<WayBack to={`/m/${merchantId}/${environment}/webhooks`}>{words.backToWebhooks}</WayBack>}
      />
      <div className="card stack narrow">
        <p>{words.checkText}</p>
        <Form submission={submission} onSubmit={(fields) => void send(fields)}>
          <TextField name="reference" label={words.reference} hint={words.referenceHint} maxLength={100} />
          <Button type="submit" isBusy={submission.isSending}>
            {words.checkNow}
          </Button>
        </Form>
      </div>
      <p role="status">
        {submission.isSending && words.checking}
        {seen && <strong>{seen.ready ? words.ready : words.notReady}</strong>}
      </p>
      {seen?.items.map((item) => (
        <CheckCard key={item.check} of={item} />
      ))}
    </>
  )
}

function CheckCard({ of: item }: { of: WebhookCheck }) {
  const words = useWords(webhooksWords)
  return (
    <section className="card stack tight" aria-label={words.checks[item.check]}>
      <div className="row apart">
        <h2>{words.checks[item.check]}</h2>
        <Badge tone={item.handled ? 'paid' : 'failed'}>
          {item.handled ? words.handled : words.notHandled}
        </Badge>
      </div>
      <dl className="facts">
        {(['sent', 'expected', 'seen', 'advice'] as const).map((name) => (
          <div key={name} className="fact">
            <dt>{words[name]}</dt>
            <dd>{item[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
