import { Form } from '../../forms/form.tsx'
import type { Submission } from '../../forms/use-submission.ts'
import { Button } from '../../kit/button.tsx'
import { AreaField } from '../../kit/fields.tsx'
import { useWords } from '../../words/words.ts'
import { decisionWords } from './decision-words.ts'
import classes from './decisions.module.css'

type Props = {
  submission: Submission<unknown>
  label: string
  hint: string
  button: string
  /** Whether it can be sent without a word. */
  isOptional?: boolean
  look?: 'main' | 'danger'
  onSend(note: string): void
  onCancel?: () => void
}

/** A decision that is told with a reason. */
export function ReasonForm({
  submission,
  label,
  hint,
  button,
  isOptional = false,
  look = 'main',
  onSend,
  onCancel,
}: Props) {
  const words = useWords(decisionWords)
  return (
    <div className={classes.chosen}>
      <Form submission={submission} onSubmit={(fields) => onSend(String(fields.get('note') ?? '').trim())}>
        <AreaField
          name="note"
          label={label}
          hint={hint}
          required={!isOptional}
          maxLength={1000}
          autoFocus={onCancel !== undefined}
        />
        <div className="row">
          <Button type="submit" look={look} isBusy={submission.isSending}>
            {button}
          </Button>
          {onCancel && (
            <Button look="quiet" onClick={onCancel}>
              {words.cancel}
            </Button>
          )}
        </div>
      </Form>
    </div>
  )
}
