import type { ApiKey } from '@malipo/sdk'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { useMerchant } from '../../frame/use-merchant.ts'
import { Button } from '../../kit/button.tsx'
import { AreaField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { keysWords } from './keys-words.ts'

/** Where the key may be used from: a copy of it is of no use anywhere else. */
export function ChangeAddresses({ of: one, onDone }: { of: ApiKey; onDone(): void }) {
  const words = useWords(keysWords)
  const { malipo } = useMerchant()
  const submission = useSubmission<ApiKey>()
  const send = async (fields: FormData) => {
    const allowed_ips = addressesIn(String(fields.get('allowed_ips') ?? ''))
    const changed = await submission.submit((options) =>
      malipo.apiKeys.update(one.id, { allowed_ips }, options),
    )
    if (changed) onDone()
  }
  return (
    <section className="card stack narrow" aria-labelledby="addresses">
      <h2 id="addresses">{words.addressesTitle}</h2>
      <p>{words.addressesText}</p>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <AreaField
          name="allowed_ips"
          label={words.addressesLabel}
          hint={words.addressesHint}
          rows={3}
          defaultValue={one.allowed_ips.join('\n')}
        />
        <div>
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.addressesSave}
          </Button>
        </div>
      </Form>
    </section>
  )
}

/** People write them in lines, or with commas between them. */
export function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((one) => one !== '')
}
