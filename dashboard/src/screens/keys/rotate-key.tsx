import type { ApiKey, FreshApiKey } from '@malipo/sdk'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { ChoiceField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { keysWords } from './keys-words.ts'

/** Another key in its place, while the old one goes on for as long as changing over takes. */
export function RotateKey({ of: one, onDone }: { of: ApiKey; onDone(fresh: FreshApiKey): void }) {
  const words = useWords(keysWords)
  const { malipo } = useMerchant()
  const submission = useSubmission<FreshApiKey>()
  const send = async (fields: FormData) => {
    const overlap_seconds = Number(fields.get('overlap_seconds'))
    const made = await submission.submit((options) =>
      malipo.apiKeys.rotate(one.id, { overlap_seconds }, options),
    )
    if (made) onDone(made)
  }
  return (
    <section className="card stack narrow" aria-labelledby="rotate">
      <h2 id="rotate">{words.rotateTitle}</h2>
      <p>{words.rotateText}</p>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <ChoiceField
          name="overlap_seconds"
          label={words.overlap}
          defaultValue="86400"
          choices={words.overlaps.map(([value, label]) => ({ value, label }))}
        />
        <div>
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.rotateNow}
          </Button>
        </div>
      </Form>
    </section>
  )
}
