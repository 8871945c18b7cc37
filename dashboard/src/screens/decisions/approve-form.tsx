import type { WithdrawalDossier } from '@malipo/sdk'
import { useState } from 'react'
import { Form } from '../../forms/form.tsx'
import { FormEnd } from '../../forms/form-end.tsx'
import type { Submission } from '../../forms/use-submission.ts'
import { TextField } from '../../kit/fields.tsx'
import { formatMoney } from '../../parts/format.ts'
import { useSayWho } from '../../parts/stand-in-words.ts'
import { useWords } from '../../words/words.ts'
import { accountOf } from './account-of.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'
import { isLastFour } from './last-four.ts'
import { tellRefused } from './tell-refused.ts'
import { withdrawalWords } from './withdrawal-words.ts'

type Props = {
  of: WithdrawalDossier
  submission: Submission<unknown>
  onApprove(note: string): void
  onCancel(): void
}

/** Says once more what is approved, and asks for the end of the account: nobody approves what they did not look at. */
export function ApproveForm({ of, submission, onApprove, onCancel }: Props) {
  const words = useWords(withdrawalWords)
  const sayWho = useSayWho()
  const { note, noteOptional, noteHint, keepNote, gone } = useWords(decisionWords)
  const isEarly = of.may_decide.override_cooling
  const [isWrong, setWrong] = useState(false)
  const amount = formatMoney(of.amount, of.currency)
  const send = (fields: FormData) => {
    const isRight = isLastFour(String(fields.get('last_four') ?? ''), of.destination_identifier)
    setWrong(!isRight)
    if (isRight) onApprove(String(fields.get('note') ?? '').trim())
  }
  return (
    <div className={`${classes.chosen} stack`}>
      <h3>{words.approveTitle}</h3>
      <div className={classes.repeated}>
        <strong className="money">{amount}</strong>
        <span>{sayWho(of.bank_account_name ?? of.destination_name)}</span>
        <span className="mono">{accountOf(of)}</span>
      </div>
      <p>{of.approvals + 1 >= of.approvals_needed ? words.approveText : words.approveFirstText}</p>
      <Form submission={submission} onSubmit={send} saying={tellRefused(submission.error, gone)}>
        <TextField
          name="last_four"
          label={words.lastDigits}
          hint={words.lastDigitsHint}
          problem={isWrong ? words.lastDigitsWrong : undefined}
          autoComplete="off"
          maxLength={9}
          required
          autoFocus
        />
        <TextField
          name="note"
          label={isEarly ? note : noteOptional}
          hint={isEarly ? keepNote : noteHint}
          maxLength={1000}
          required={isEarly}
        />
        <FormEnd isSending={submission.isSending} onCancel={onCancel}>
          {isEarly ? words.approveEarly(amount) : words.approveNow(amount)}
        </FormEnd>
      </Form>
    </div>
  )
}
