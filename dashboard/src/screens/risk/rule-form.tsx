import type { RiskCondition, RiskRule, RiskRuleRequest } from '@malipo/sdk'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { type Submission, useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { ChoiceField, TextField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { ofKind } from './condition-draft.ts'
import { ConditionField, useWriting, written } from './condition-field.tsx'
import { riskWords } from './risk-words.ts'

const example: RiskCondition = {
  all: [
    { field: 'payer_count_10m', is: 'more_than', value: '4' },
    { field: 'method', is: 'equals', value: 'USSD_PUSH' },
  ],
}

type Props = {
  of?: RiskRule
  label: string
  send(body: RiskRuleRequest, options: { idempotencyKey: string }): Promise<RiskRule>
  onDone(rule: RiskRule): void
}

/** A rule as it is written. Of one that comes with the service only the state can be changed. */
export function RuleForm({ of, label, send, onDone }: Props) {
  const words = useWords(riskWords)
  const submission = useSubmission<RiskRule>()
  const [problem, setProblem] = useState<string>()
  const [kind, setKind] = useState(of?.applies_to ?? 'collections')
  const [writing, write] = useWriting(of?.when ?? example)
  const isFixed = of?.ships ?? false
  const turn = (next: typeof kind) => {
    setKind(next)
    write({ ...writing, draft: writing.draft && ofKind(writing.draft, next) })
  }
  const save = async (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '').trim()
    const when = isFixed && of ? of.when : written(writing, kind)
    setProblem(when === null ? words.notJson : undefined)
    if (when === null) return
    const mode = text('mode') as RiskRule['mode']
    const body: RiskRuleRequest =
      isFixed && of
        ? {
            name: of.name,
            applies_to: of.applies_to,
            merchant_id: of.merchant_id,
            when,
            action: of.action,
            mode,
          }
        : {
            name: text('name'),
            applies_to: kind,
            merchant_id: text('merchant_id') || null,
            when,
            action: text('action') as RiskRule['action'],
            mode,
          }
    const saved = await submission.submit((options) => send(body, options))
    if (saved !== undefined) onDone(saved)
  }
  const choices = <Key extends string>(names: Record<Key, string>) =>
    Object.entries<string>(names).map(([value, text]) => ({ value, label: text }))
  return (
    <Form submission={submission} onSubmit={(fields) => void save(fields)}>
      {isFixed ? (
        <p className="muted">{words.ships}</p>
      ) : (
        <>
          <TextField name="name" label={words.name} defaultValue={of?.name} required />
          <ChoiceField
            name="applies_to"
            label={words.appliesTo}
            choices={choices(words.kinds)}
            value={kind}
            onChange={({ target }) => turn(target.value as typeof kind)}
          />
          <TextField
            name="merchant_id"
            label={words.merchantId}
            hint={words.merchantIdHint}
            defaultValue={of?.merchant_id ?? ''}
          />
          <ConditionField
            writing={writing}
            kind={kind}
            problem={problem ?? problemsWithin('when', submission.problems)}
            onChange={write}
          />
          <ChoiceField
            name="action"
            label={words.action}
            choices={choices(words.actions)}
            defaultValue={of?.action ?? 'review'}
          />
        </>
      )}
      <ChoiceField
        name="mode"
        label={words.mode}
        choices={choices(words.modes)}
        defaultValue={of?.mode ?? 'off'}
      />
      <div>
        <Button type="submit" isBusy={submission.isSending}>
          {label}
        </Button>
      </div>
    </Form>
  )
}

/** What is wrong somewhere inside of a field that is one text here: `when.all.0.value` with what it must be. */
function problemsWithin(field: string, problems: Submission<RiskRule>['problems']): string | undefined {
  const inside = Object.entries(problems).filter(([name]) => name.startsWith(`${field}.`))
  return inside.length === 0 ? undefined : inside.map(([name, problem]) => `${name} ${problem}`).join('; ')
}
