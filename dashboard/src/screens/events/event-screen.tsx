import type { MerchantEvent, ReplayEventsReply } from '@malipo/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
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
import { eventsWords } from './events-words.ts'

export default function EventScreen() {
  const words = useWords(eventsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const { eventId = '' } = useParams({ strict: false }) as { eventId?: string }
  const may = useMay()
  const found = useQuery({
    queryKey: [...key, 'events', eventId],
    queryFn: ({ signal }) => malipo.events.get(eventId, { signal }),
  })
  const { data: event } = found
  return (
    <>
      <PageHead
        title={event?.type ?? words.event}
        above={<WayBack to={`/m/${merchantId}/${environment}/events`}>{words.back}</WayBack>}
      />
      {found.error && <Trouble error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Waiting rows={4} />}
      {event && (
        <>
          <div className="card">
            <dl className="facts">
              <dt>{words.when}</dt>
              <dd>
                <When at={event.timestamp} />
              </dd>
              <dt>{words.eventId}</dt>
              <dd>
                <Copyable text={event.id} label={words.eventId} />
              </dd>
              <dt>{words.resource}</dt>
              <dd>
                <Copyable text={event.resource_id} label={words.resource} />
              </dd>
              <dt>{words.sequence}</dt>
              <dd>{event.sequence}</dd>
            </dl>
          </div>
          <section className="card stack tight" aria-labelledby="says">
            <h2 id="says">{words.body}</h2>
            <CodeBlock label={words.body} text={JSON.stringify(event.data, undefined, 2)} />
          </section>
          <Deliveries of={event} />
          {may('replayEvents') && <Replay of={event} />}
        </>
      )}
    </>
  )
}

function Deliveries({ of: event }: { of: MerchantEvent }) {
  const words = useWords(eventsWords)
  const { merchantId, environment, malipo, key } = useMerchant()
  const found = useQuery({
    queryKey: [...key, 'deliveries', 'of', event.id],
    queryFn: ({ signal }) => malipo.deliveries.list({ event_id: event.id, page_size: 20 }, { signal }),
  })
  return (
    <section className="card stack tight" aria-labelledby="delivered">
      <h2 id="delivered">{words.deliveries}</h2>
      {found.error && <Trouble error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Waiting />}
      {found.data?.items.length === 0 && <p className="muted">{words.noDeliveries}</p>}
      <ul className="bare stack tight">
        {found.data?.items.map(({ id, status, created_at }) => (
          <li key={id} className="row">
            <Status of="delivery" status={status} />
            <Link to={`/m/${merchantId}/${environment}/webhooks/deliveries/${id}`}>
              <When at={created_at} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The interface sends windows of time again; one second, and one kind, is as near to one event as it gets. */
function Replay({ of: event }: { of: MerchantEvent }) {
  const words = useWords(eventsWords)
  const { malipo, key } = useMerchant()
  const queries = useQueryClient()
  const submission = useSubmission<ReplayEventsReply>()
  const [seen, setSeen] = useState<ReplayEventsReply>()
  const replay = async () => {
    const body = { ...secondOf(event.timestamp), types: [event.type] }
    setSeen(await submission.submit((options) => malipo.events.replay(body, options)))
    void queries.invalidateQueries({ queryKey: [...key, 'deliveries'] })
  }
  return (
    <section className="card stack tight" aria-labelledby="replay">
      <h2 id="replay">{words.replay}</h2>
      <p className="small muted">{words.replayText}</p>
      <FormTrouble error={submission.error} />
      <div className="row">
        <Button look="plain" icon="send" isBusy={submission.isSending} onClick={() => void replay()}>
          {words.replay}
        </Button>
        <span role="status">{seen && words.replayed(seen.replayed)}</span>
      </div>
    </section>
  )
}

function secondOf(timestamp: string): { from: string; to: string } {
  const begin = Math.floor(Date.parse(timestamp) / 1000) * 1000
  return { from: new Date(begin).toISOString(), to: new Date(begin + 1000).toISOString() }
}
