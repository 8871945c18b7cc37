import type { AdminTryPricingRuleRequest, PricingRule } from '@malipo/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/fields.tsx'
import { Notice } from '../../parts/notice.tsx'
import { When } from '../../parts/when.tsx'
import { useWords } from '../../words/words.ts'
import { pricingWords } from './pricing-words.ts'

type Props = { merchant: string; name: string; terms: AdminTryPricingRuleRequest }

/** Sets what was just tried, and nothing else: whoever changes the terms tries them again. */
export function SetPrice({ merchant, name, terms }: Props) {
  const words = useWords(pricingWords)
  const { malipo, key } = useAdmin()
  const queries = useQueryClient()
  const submission = useSubmission<PricingRule>()
  const [set, setSet] = useState<PricingRule>()
  const send = async (fields: FormData) => {
    const { channel, merchant_id: _, from: _from, to: _to, currency: _currency, ...price } = terms
    const day = String(fields.get('effective_from') ?? '')
    const label = String(fields.get('label') ?? '').trim()
    // A day begins at midnight in Dar es Salaam.
    const start = day === '' ? {} : { effective_from: `${day}T00:00:00+03:00` }
    const rule = await submission.submit(() =>
      malipo.admin.pricingRules.set(merchant, channel, { label, ...price, ...start }),
    )
    if (rule === undefined) return
    setSet(rule)
    // Read anew as a whole: what one has just set does not wait behind the list as something new.
    void queries.resetQueries({ queryKey: [...key, 'pricing'] })
    void queries.invalidateQueries({ queryKey: [...key, 'merchants'] })
  }
  if (set)
    return (
      <Notice tone="paid">
        <p>
          {words.isSet(set.version)} <When at={set.effective_from} />
        </p>
      </Notice>
    )
  return (
    <section className="card stack" aria-labelledby="set">
      <h2 id="set">{words.setTitle(name)}</h2>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <TextField name="label" label={words.label} hint={words.labelHint} maxLength={120} required />
        <TextField name="effective_from" type="date" label={words.fromDay} hint={words.fromHint} />
        <div>
          <Button type="submit" isBusy={submission.isSending}>
            {words.setNow}
          </Button>
        </div>
      </Form>
    </section>
  )
}
