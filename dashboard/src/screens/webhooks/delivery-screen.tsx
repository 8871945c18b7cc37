import type { WebhookDelivery } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { Waiting } from '../../kit/waiting.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { FormTrouble, Trouble } from '../../parts/trouble.tsx'
import { WayBack } from '../../parts/way-back.tsx'
import { When } from '../../parts/when.tsx'
import { useMay } from '../../people/may.ts'
import { useWords } from '../../words/words.ts'
import { AttemptView } from './attempt-view.tsx'
import { webhooksWords } from './webhooks-words.ts'

/** While one is owed, the page looks again by itself: attempts are no events that one could be told of. */
const lookAgainMs = 2000

export default function DeliveryScreen() {
  const words = useWords(webhooksWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const { deliveryId = '' } = useParams({ strict: false }) as { deliveryId?: string }
  const queries = useQueryClient()
  const may = useMay()
  const retrying = useSubmission<WebhookDelivery>()
  const queryKey = [...key, 'deliveries', deliveryId]
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => malipo.deliveries.get(deliveryId, { signal }),
    refetchInterval: ({ state }) => state.data?.status === 'pending' && lookAgainMs,
  })
  const retry = async () => {
    const now = await retrying.submit((options) => malipo.deliveries.retry(deliveryId, options))
    if (now) queries.setQueryData(queryKey, now)
  }
  const above = <WayBack to={`/m/${merchantId}/${environment}/webhooks`}>{words.back}</WayBack>
  const { data: delivery } = found
  return (
    <>
      <PageHead title={delivery?.event_type ?? words.delivery} above={above}>
        {delivery && may('retryWebhookDelivery') && (
          <Button icon="refresh" isBusy={retrying.isSending} onClick={() => void retry()}>
            {words.retry}
          </Button>
        )}
      </PageHead>
      <FormTrouble error={retrying.error} />
      {found.error && <Trouble error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Waiting rows={4} />}
      {delivery && (
        <>
          <DeliveryFacts of={delivery} />
          <section className="card stack" aria-labelledby="attempts">
            <h2 id="attempts">{words.attempts}</h2>
            {delivery.attempt_log.length === 0 && <p className="muted">{words.noAttempts}</p>}
            {delivery.attempt_log.map((attempt) => (
              <AttemptView key={attempt.at} of={attempt} />
            ))}
            {delivery.attempts > delivery.attempt_log.length && (
              <p className="small muted">{words.firstTwelve}</p>
            )}
          </section>
          <SentEvent of={delivery} />
        </>
      )}
    </>
  )
}

function DeliveryFacts({ of: delivery }: { of: WebhookDelivery }) {
  const words = useWords(webhooksWords)
  return (
    <div className="card">
      <dl className="facts">
        <dt>{words.status}</dt>
        <dd>
          <span role="status">
            <Status of="delivery" status={delivery.status} />
          </span>
        </dd>
        <dt>{words.cause}</dt>
        <dd>{words.causes[delivery.cause]}</dd>
        <dt>{words.when}</dt>
        <dd>
          <When at={delivery.created_at} />
        </dd>
        <dt>{words.attempts}</dt>
        <dd>{delivery.attempts}</dd>
        {delivery.status === 'pending' && (
          <>
            <dt>{words.next}</dt>
            <dd>
              <When at={delivery.next_attempt_at} />
            </dd>
          </>
        )}
        <dt>{words.eventId}</dt>
        <dd>
          <Copyable text={delivery.event_id} label={words.eventId} />
        </dd>
      </dl>
    </div>
  )
}

/** What each attempt carried: the same event, with headers of which only the time and the signature differ. */
function SentEvent({ of: delivery }: { of: WebhookDelivery }) {
  const words = useWords(webhooksWords)
  const { malipo, key } = useMerchant()
  const event = useQuery({
    queryKey: [...key, 'events', delivery.event_id],
    queryFn: ({ signal }) => malipo.events.get(delivery.event_id, { signal }),
  })
  return (
    <section className="card stack" aria-labelledby="sent">
      <h2 id="sent">{words.sent}</h2>
      <p className="small muted">{words.headersText}</p>
      <CodeBlock
        label={words.headers}
        text={`content-type: application/json\nwebhook-id: ${delivery.event_id}\nwebhook-timestamp: …\nwebhook-signature: v1,…`}
      />
      {event.error && <Trouble error={event.error} retry={() => void event.refetch()} />}
      {event.isPending && <Waiting height={120} />}
      {event.data && (
        <CodeBlock
          label={words.body}
          text={JSON.stringify(
            { type: event.data.type, timestamp: event.data.timestamp, data: event.data.data },
            undefined,
            2,
          )}
        />
      )}
    </section>
  )
}
