import { Form } from '../../forms/form.tsx'
import { FormEnd } from '../../forms/form-end.tsx'
import type { Submission } from '../../forms/use-submission.ts'
import { AreaField } from '../../kit/fields.tsx'
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
        <FormEnd isSending={submission.isSending} look={look} onCancel={onCancel}>
          {button}
        </FormEnd>
      </Form>
    </div>
  )
}
