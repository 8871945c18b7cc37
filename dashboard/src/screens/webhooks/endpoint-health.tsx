import type { WebhookEndpoint } from '@malipo/sdk'
import { Badge } from '../../parts/badge.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { webhooksWords } from './webhooks-words.ts'

const tones = { on: 'paid', failing: 'checked', off: 'failed' } as const

/** How an address fares, since when, and what to do where it was given up. */
export function EndpointHealth({ of: endpoint }: { of: WebhookEndpoint }) {
  const words = useWords(webhooksWords)
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
        <p>{endpoint.switched_off_because === 'gone' ? words.offGone : words.offFailing}</p>
      )}
    </div>
  )
}
