import type { EventType, ReplayEventsReply } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { ChoiceField, TextField } from '../../kit/fields.tsx'
import { dayIn } from '../../parts/format.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { useWords } from '../../words/words.ts'
import { endpointsWords } from './endpoints-words.ts'
import { eventTypeChoices } from './event-type-choices.ts'
import { useEndpoints } from './use-endpoints.ts'
import { webhooksWords } from './webhooks-words.ts'

export default function ReplayScreen() {
  const words = useWords(webhooksWords)
  const ofAdded = useWords(endpointsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const queries = useQueryClient()
  const submission = useSubmission<ReplayEventsReply>()
  const [seen, setSeen] = useState<ReplayEventsReply>()
  const send = async (fields: FormData) => {
    const [from, to, endpoint] = ['from', 'to', 'endpoint_id'].map((name) => String(fields.get(name) ?? ''))
    const type = String(fields.get('types')) as EventType | ''
    const body = {
      from: from ?? '',
      ...(to && { to }),
      ...(type !== '' && { types: [type] }),
      ...(endpoint && { endpoint_id: endpoint }),
    }
    const reply = await submission.submit((options) => malipo.events.replay(body, options))
    setSeen(reply)
    if (reply) void queries.invalidateQueries({ queryKey: [...key, 'deliveries'] })
  }
  const added = useEndpoints().data?.filter((one) => !one.is_default) ?? []
  const today = dayIn(new Date())
  return (
    <>
      <PageHead
        title={words.replayTitle}
        above={<WayBack to={`/m/${merchantId}/${environment}/webhooks`}>{words.backToWebhooks}</WayBack>}
      />
      <div className="card stack narrow">
        <p>{words.replayText}</p>
        <Form submission={submission} onSubmit={(fields) => void send(fields)}>
          <TextField
            type="date"
            name="from"
            label={words.replayFrom}
            defaultValue={today}
            max={today}
            required
          />
          <TextField type="date" name="to" label={words.replayTo} hint={words.replayToHint} max={today} />
          <ChoiceField
            name="types"
            label={words.replayTypes}
            choices={[{ value: '', label: words.configured }, ...eventTypeChoices]}
          />
          {added.length > 0 && (
            <ChoiceField
              name="endpoint_id"
              label={ofAdded.endpoint}
              choices={[
                { value: '', label: ofAdded.main },
                ...added.map(({ id, url }) => ({ value: id, label: url })),
              ]}
            />
          )}
          <Button type="submit" isBusy={submission.isSending}>
            {words.replayNow}
          </Button>
        </Form>
        <p role="status">{seen && <strong>{words.replayed(seen.replayed)}</strong>}</p>
      </div>
    </>
  )
}
