import type { Discrepancy, SettlementAction } from '@malipo/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../admin/use-admin.ts'
import { Form } from '../../forms/form.tsx'
import { Button } from '../../kit/button.tsx'
import { AreaField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import classes from './decisions.module.css'
import { discrepancyWords } from './discrepancy-words.ts'
import { RadioChoices } from './radio-choices.tsx'
import type { Decision } from './use-decision.ts'
import { askedToSettle, readPlace } from './where-back.ts'
import { useAsked, WhereBackFields } from './where-back-fields.tsx'

type Props = { of: Discrepancy; decision: Decision<Discrepancy> }

/** Those that make a refund, which has to go somewhere. */
const returning: readonly (string | undefined)[] = ['return_to_payer', 'refund']

/** What each way posts; where one returns money whose payer nobody knows, it is asked where to. */
export default function SettleForm({ of, decision }: Props) {
  const words = useWords(discrepancyWords)
  const { discrepancies } = useAdmin().malipo.admin
  const { submission } = decision
  const [chosen, setChosen] = useState<SettlementAction>()
  const asked = useAsked(askedToSettle(of, usePayment(of)), submission.problems)
  const allowed = of.choices.filter((choice) => choice.allowed)
  const isReturning = returning.includes(chosen)
  const settle = (fields: FormData) => {
    if (chosen === undefined) return
    const body = {
      action: chosen,
      note: String(fields.get('note') ?? '').trim(),
      evidence_version: of.evidence_version,
      ...(isReturning && readPlace(fields)),
    }
    void decision.decide(
      (options) => discrepancies.settle(of.id, body, options),
      () => words.settled,
    )
  }
  return (
    <div className={classes.chosen}>
      <Form submission={submission} onSubmit={settle}>
        <RadioChoices
          name="action"
          label={words.choice}
          onChoose={(value) => setChosen(allowed.find(({ action }) => action === value)?.action)}
          choices={allowed.map(({ action, effect }) => ({
            value: action,
            label: words.actions[action],
            text: words.effects[effect ?? 'nothing'],
          }))}
        />
        {isReturning && <WhereBackFields asked={asked} />}
        <AreaField name="note" label={words.note} hint={words.noteHint} required maxLength={1000} />
        <div>
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.settle}
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** The payment that it is about, to tell whether anybody knows who paid; where nothing can go back, nobody asks. */
function usePayment({ collection_id: id, choices }: Discrepancy) {
  const { malipo, key } = useAdmin()
  const { data } = useQuery({
    queryKey: [...key, 'collections', id],
    queryFn: ({ signal }) => malipo.admin.collections.get(id ?? '', { signal }),
    enabled: id !== null && choices.some(({ action, allowed }) => allowed && returning.includes(action)),
  })
  return data
}
