import type { OwnWebhookEndpoint, WebhookEndpoint } from '@malipo/sdk'
import { Badge } from '../../parts/badge.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { endpointsWords } from './endpoints-words.ts'
import { webhooksWords } from './webhooks-words.ts'

const tones = { on: 'paid', failing: 'checked', off: 'failed' } as const

/** How an address fares, since when, and what to do where it was given up. */
export function EndpointHealth({ of: endpoint }: { of: WebhookEndpoint | OwnWebhookEndpoint }) {
  const words = useWords(webhooksWords)
  const ofAdded = useWords(endpointsWords)
  const since = endpoint.switched_off_at ?? endpoint.failing_since
  return (
    <div className="stack tight">
      <div className="row">
        <Badge tone={tones[endpoint.status]}>{words[endpoint.status]}</Badge>
        {endpoint.status !== 'on' && since && (
          <span className="muted">
            {words.since} <When at={since} />
          </span>
        )}
      </div>
      {endpoint.status === 'off' && (
        <p>{whyOff(endpoint.switched_off_because, 'is_default' in endpoint ? ofAdded : words)}</p>
      )}
    </div>
  )
}

type Reasons = { offGone: string; offFailing: string; offDisabled?: string }

function whyOff(because: string | null, { offGone, offFailing, offDisabled = offFailing }: Reasons): string {
  if (because === 'gone') return offGone
  return because === 'disabled' ? offDisabled : offFailing
}
