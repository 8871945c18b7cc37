import type { WebhookConfig } from '@malipo/sdk'
import { type Submission, useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { FormTrouble } from '../../parts/trouble.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { webhooksWords } from './webhooks-words.ts'

/** The secret, the only time that it is shown. */
export function FreshSecret({ text }: { text: string }) {
  const words = useWords(webhooksWords)
  return (
    <section className="card stack narrow" aria-labelledby="fresh-secret">
      <h2 id="fresh-secret">{words.secretFresh}</h2>
      <p role="status">
        <strong>{words.secretFreshText}</strong>
      </p>
      <CodeBlock text={text} label={words.secretFresh} />
    </section>
  )
}

type Signed = Pick<WebhookConfig, 'webhook_secret' | 'secret_rotated_at' | 'old_secret_signs_until'>
type Props<Reply> = {
  of: Signed
  /** What it is for. */
  text: string
  rotate: Parameters<Submission<Reply>['submit']>[0]
  onRotated(now: Reply): void
}

/** Another secret; the old one signs beside it for a day. */
export function RotateSecret<Reply>({ of: config, text, rotate, onRotated }: Props<Reply>) {
  const words = useWords(webhooksWords)
  const submission = useSubmission<Reply>()
  const ask = async () => {
    const now = await submission.submit(rotate)
    if (now !== undefined) onRotated(now)
  }
  return (
    <section className="card stack narrow" aria-labelledby="secret">
      <h2 id="secret">{words.secret}</h2>
      <p>{text}</p>
      <dl className="facts">
        <dt>{words.secret}</dt>
        <dd className="mono">{config.webhook_secret}</dd>
        {config.secret_rotated_at && (
          <>
            <dt>{words.rotatedAt}</dt>
            <dd>
              <When at={config.secret_rotated_at} />
            </dd>
          </>
        )}
        {config.old_secret_signs_until && (
          <>
            <dt>{words.bothUntil}</dt>
            <dd>
              <When at={config.old_secret_signs_until} />
            </dd>
          </>
        )}
      </dl>
      <FormTrouble error={submission.error} />
      <p>{words.rotateText}</p>
      <div>
        <Button look="plain" isBusy={submission.isSending} onClick={() => void ask()}>
          {words.rotateNow}
        </Button>
      </div>
    </section>
  )
}
