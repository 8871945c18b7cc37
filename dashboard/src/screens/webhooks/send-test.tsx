import type { EventType, WebhookTestRequest, WebhookTestResult } from '@malipo/sdk'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { ChoiceField } from '../../kit/fields.tsx'
import { CodeBlock, laidOut } from '../../parts/code-block.tsx'
import { useWords } from '../../words/words.ts'
import { AttemptView } from './attempt-view.tsx'
import { eventTypeChoices } from './event-type-choices.ts'
import { webhooksWords } from './webhooks-words.ts'

/** One signed event to the address, now, and what came back. */
export function SendTest({ send: sendTo }: { send(body: WebhookTestRequest): Promise<WebhookTestResult> }) {
  const words = useWords(webhooksWords)
  const submission = useSubmission<WebhookTestResult>()
  const [seen, setSeen] = useState<WebhookTestResult>()
  const send = async (fields: FormData) => {
    const type = String(fields.get('type')) as EventType | ''
    const reply = await submission.submit(() => sendTo(type === '' ? {} : { type }))
    setSeen(reply)
  }
  return (
    <div className="stack">
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <div className="row bottom-aligned">
          <ChoiceField
            name="type"
            label={words.testType}
            choices={[{ value: '', label: words.plainTest }, ...eventTypeChoices]}
          />
          <Button type="submit" look="plain" icon="send" isBusy={submission.isSending}>
            {words.test}
          </Button>
        </div>
      </Form>
      <div role="status" className="stack tight">
        {seen && (
          <>
            <strong>{seen.delivered ? words.testWent : words.testFailed}</strong>
            <AttemptView of={seen.attempt} />
            <details>
              <summary>{words.sent}</summary>
              <div className="stack tight">
                <CodeBlock text={headersOf(seen)} label={words.headers} />
                <CodeBlock text={laidOut(seen.body)} label={words.body} />
              </div>
            </details>
          </>
        )}
      </div>
    </div>
  )
}

function headersOf({ webhook_id, webhook_timestamp, webhook_signature }: WebhookTestResult): string {
  return [
    'content-type: application/json',
    `webhook-id: ${webhook_id}`,
    `webhook-timestamp: ${webhook_timestamp}`,
    `webhook-signature: ${webhook_signature}`,
  ].join('\n')
}
