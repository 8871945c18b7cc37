import type { WebhookAttempt } from '@malipo/sdk'
import { Badge } from '../../parts/badge.tsx'
import { CodeBlock, laidOut } from '../../parts/code-block.tsx'
import { tellCause } from '../../parts/tell-cause.ts'
import { When } from '../../parts/when.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import { webhooksWords } from './webhooks-words.ts'

/** One try as it was seen from here: when, where, what came back. */
export function AttemptView({ of: attempt }: { of: WebhookAttempt }) {
  const words = useWords(webhooksWords)
  const language = useLanguage()
  return (
    <div className="stack tight">
      <div className="row">
        <Badge tone={attempt.result === 'delivered' ? 'paid' : 'failed'}>
          {words.results[attempt.result]}
        </Badge>
        {attempt.status !== null && <strong>{attempt.status}</strong>}
        <When at={attempt.at} />
        <span className="muted">{words.took(attempt.duration_ms)}</span>
      </div>
      <span className="mono small">POST {attempt.url}</span>
      {attempt.error && <p>{tellCause(attempt.error, language)}</p>}
      {attempt.response_body ? (
        <CodeBlock text={laidOut(attempt.response_body)} label={words.answer} />
      ) : (
        attempt.status !== null && <p className="small muted">{words.noAnswerBody}</p>
      )}
    </div>
  )
}
