import type { EventInTimeline, WebhookInTimeline } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubmission } from '../forms/use-submission.ts'
import { useMerchant } from '../frame/use-merchant.ts'
import { Button } from '../kit/button.tsx'
import { Refused } from '../parts/trouble.tsx'
import { useMay } from '../people/may.ts'
import { useWords } from '../words/words.ts'
import { entryWords } from './entry-words.ts'
import type { Entry } from './tell-entry.ts'

/** What a merchant can do about an entry: a delivery is sent again, an event that is owed to nobody is delivered anew. */
export function DeliveryActions({ entry, entries }: { entry: Entry; entries: readonly Entry[] }) {
  const may = useMay()
  if (entry.kind === 'webhook' && may('retryWebhookDelivery') && isLatestOf(entry, entries))
    return <SendAgain delivery={entry} />
  if (entry.kind === 'event' && may('replayEvents')) return <Replay event={entry} />
  return null
}

/** Each delivery is offered once, at the end of what became of it. */
export function isLatestOf({ delivery_id, at }: WebhookInTimeline, entries: readonly Entry[]): boolean {
  const own = entries.filter((one) => one.kind === 'webhook' && one.delivery_id === delivery_id)
  return own.at(-1)?.at === at
}

function SendAgain({ delivery }: { delivery: WebhookInTimeline }) {
  const words = useWords(entryWords)
  const { malipo } = useMerchant()
  const ask = (options: { idempotencyKey: string }) => malipo.deliveries.retry(delivery.delivery_id, options)
  return <Ask label={words.retry} name={`${words.retry}: ${delivery.event_type}`} ask={ask} />
}

function Replay({ event }: { event: EventInTimeline }) {
  const words = useWords(entryWords)
  const { malipo } = useMerchant()
  // A window of the millisecond in which it was announced, and of its type only.
  const window = {
    from: event.at,
    to: new Date(Date.parse(event.at) + 1).toISOString(),
    types: [event.event_type],
  }
  const ask = (options: { idempotencyKey: string }) => malipo.events.replay(window, options)
  return <Ask label={words.replay} name={`${words.replay}: ${event.event_type}`} ask={ask} />
}

type AskProps = {
  label: string
  /** For those who hear it without what stands beside it. */
  name: string
  ask(options: { idempotencyKey: string }): Promise<unknown>
}

function Ask({ label, name, ask }: AskProps) {
  const words = useWords(entryWords)
  const { key } = useMerchant()
  const queries = useQueryClient()
  const { submit, isSending, error } = useSubmission<unknown>()
  const [isAsked, setAsked] = useState(false)
  const press = async () => {
    const reply = await submit(ask)
    setAsked(reply !== undefined)
    if (reply !== undefined) void queries.invalidateQueries({ queryKey: key })
  }
  return (
    <>
      <Button
        look="plain"
        size="small"
        className="not-printed"
        aria-label={name}
        isBusy={isSending}
        onClick={() => void press()}
      >
        {label}
      </Button>
      <span role="status" className="muted small">
        {isAsked && words.asked}
      </span>
      {error && <Refused error={error} saying={{ invalid_state: words.notSent }} />}
    </>
  )
}
