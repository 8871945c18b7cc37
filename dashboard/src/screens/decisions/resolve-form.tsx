import type { WithdrawalDossier, WithdrawalOutcome } from '@malipo/sdk'
import { Form } from '../../forms/form.tsx'
import type { Submission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { AreaField } from '../../kit/fields.tsx'
import { formatMoney } from '../../parts/format.ts'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { RadioChoices } from './radio-choices.tsx'
import { unclearWords } from './unclear-words.ts'

type Props = {
  of: WithdrawalDossier
  submission: Submission<unknown>
  onResolve(outcome: WithdrawalOutcome, note: string): void
}

/** How a payout ended that nobody knows the end of. Each way says what it posts. */
export function ResolveForm({ of, submission, onResolve }: Props) {
  const words = useWords(unclearWords)
  const { note, keepNote } = useWords(decisionWords)
  const reserved = formatMoney(of.total_reserved_amount, of.currency)
  const outcomes: WithdrawalOutcome[] = ['SUCCESS', 'FAILED']
  return (
    <div className={`${classes.chosen} stack`}>
      <h3>{words.resolve}</h3>
      <Form
        submission={submission}
        onSubmit={(fields) =>
          onResolve(
            fields.get('outcome') === 'SUCCESS' ? 'SUCCESS' : 'FAILED',
            String(fields.get('note') ?? '').trim(),
          )
        }
      >
        <RadioChoices
          name="outcome"
          label={words.outcome}
          choices={outcomes.map((value) => ({
            value,
            label: words.outcomes[value],
            text: words.posts[value](reserved),
          }))}
        />
        <AreaField name="note" label={note} hint={keepNote} required maxLength={1000} />
        <p className="muted">{words.asked}</p>
        <div>
          <Button type="submit" look="plain" isBusy={submission.isSending}>
            {words.resolveNow}
          </Button>
        </div>
      </Form>
    </div>
  )
}
