import type { AdminTryPricingRuleRequest, PricingChannel, PricingRule, PricingTrial } from '@malipo/sdk'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { withoutGroups } from '../../forms/read-amount.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { AreaField, CheckField, ChoiceField, TextField } from '../../kit/fields.tsx'
import { dayIn } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import { pricingWords } from './pricing-words.ts'
import { readTiers, writeTiers } from './tiers.ts'

/** What was asked, and what came of it. */
export type Tried = { asked: AdminTryPricingRuleRequest; trial: PricingTrial }

type Props = {
  merchant: string | undefined
  channel: PricingChannel
  /** The rule to begin from: the one that counts now. */
  from: PricingRule | undefined
  onChannel(channel: string): void
  onTried(tried: Tried): void
}

const dayMs = 86_400_000

/** A price is first tried on what has been: nothing changes by it. */
export function TryForm({ merchant, channel, from, onChannel, onTried }: Props) {
  const words = useWords(pricingWords)
  const { malipo } = useAdmin()
  const submission = useSubmission<PricingTrial>()
  const [areTiersWrong, setTiersWrong] = useState(false)
  const send = async (fields: FormData) => {
    const text = (name: string) => withoutGroups(String(fields.get(name) ?? ''))
    const tiers = readTiers(String(fields.get('processor_tiers') ?? ''))
    setTiersWrong(tiers === undefined)
    if (tiers === undefined) return
    const asked: AdminTryPricingRuleRequest = {
      channel,
      ...(merchant !== undefined && { merchant_id: merchant }),
      from: text('from'),
      to: text('to'),
      percentage: text('percentage'),
      flat_fee: text('flat_fee') || '0',
      processor_charge: text('processor_charge') || '0',
      processor_tiers: tiers.length === 0 ? null : tiers,
      processor_fee_pass_through: fields.get('processor_fee_pass_through') === 'on',
    }
    const trial = await submission.submit(() => malipo.admin.pricingRules.whatIf(asked))
    if (trial !== undefined) onTried({ asked, trial })
  }
  return (
    <section className="card stack" aria-labelledby="try">
      <h2 id="try">{words.tryTitle}</h2>
      <Form submission={submission} onSubmit={(fields) => void send(fields)}>
        <ChoiceField
          name="channel"
          label={words.channel}
          value={channel}
          onChange={({ target }) => onChannel(target.value)}
          choices={Object.entries(words.channels).map(([value, label]) => ({ value, label }))}
        />
        <Terms key={from?.id} from={from} areTiersWrong={areTiersWrong} />
        <div className="tiles">
          <TextField
            name="from"
            type="date"
            label={words.firstDay}
            defaultValue={dayIn(new Date(Date.now() - 30 * dayMs))}
            required
          />
          <TextField name="to" type="date" label={words.lastDay} defaultValue={dayIn(new Date())} required />
        </div>
        <div>
          <Button type="submit" isBusy={submission.isSending}>
            {words.tryNow}
          </Button>
        </div>
      </Form>
    </section>
  )
}

function Terms({ from, areTiersWrong }: { from: PricingRule | undefined; areTiersWrong: boolean }) {
  const words = useWords(pricingWords)
  return (
    <>
      <div className="tiles">
        <TextField
          name="percentage"
          label={words.percentageField}
          inputMode="decimal"
          defaultValue={from?.percentage}
          required
        />
        <TextField
          name="flat_fee"
          label={words.flatFeeField}
          inputMode="decimal"
          defaultValue={from?.flat_fee}
        />
        <TextField
          name="processor_charge"
          label={words.processorChargeField}
          inputMode="decimal"
          defaultValue={from?.processor_charge}
        />
      </div>
      <AreaField
        name="processor_tiers"
        rows={3}
        label={words.tiers}
        hint={words.tiersHint}
        defaultValue={writeTiers(from?.processor_tiers ?? null)}
        problem={areTiersWrong ? words.tiersWrong : undefined}
      />
      <CheckField
        name="processor_fee_pass_through"
        label={words.passThrough}
        hint={words.passThroughHint}
        defaultChecked={from?.processor_fee_pass_through}
      />
    </>
  )
}
