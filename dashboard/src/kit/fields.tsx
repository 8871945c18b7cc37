import { type ComponentProps, type ReactNode, useId } from 'react'
import { useProblem } from '../forms/form-problems.ts'
import classes from './kit.module.css'

type Around = {
  label: ReactNode
  /** What helps to fill it in, below the label. */
  hint?: ReactNode
  /** What is wrong with it. Within a `Form` the service's own word about the field of that name is used. */
  problem?: string | undefined
}

type Inner = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }

/** Label above, hint below it, then what is wrong, then the field: tied together for whoever hears them. */
export function Field({
  label,
  hint,
  problem,
  name,
  children,
}: Around & { name?: string; children(inner: Inner): ReactNode }) {
  const id = useId()
  const told = useProblem(name)
  const wrong = problem ?? told
  const described = [hint && `${id}-hint`, wrong && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span id={`${id}-hint`} className={classes.hint}>
          {hint}
        </span>
      )}
      {wrong && (
        <span id={`${id}-problem`} className={classes.problem}>
          {wrong}
        </span>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': Boolean(wrong) })}
    </div>
  )
}

type Without<Tag extends 'input' | 'select' | 'textarea'> = Omit<ComponentProps<Tag>, 'id'> & Around

export function TextField({ label, hint, problem, ...others }: Without<'input'>) {
  return (
    <Field {...{ label, hint, problem }} name={others.name}>
      {(inner) => <input {...others} {...inner} className={classes.input} />}
    </Field>
  )
}

export function AreaField({ label, hint, problem, ...others }: Without<'textarea'>) {
  return (
    <Field {...{ label, hint, problem }} name={others.name}>
      {(inner) => <textarea rows={4} {...others} {...inner} className={classes.input} />}
    </Field>
  )
}

export type Choice = { value: string; label: string }

export function ChoiceField({
  label,
  hint,
  problem,
  choices,
  ...others
}: Without<'select'> & { choices: readonly Choice[] }) {
  return (
    <Field {...{ label, hint, problem }} name={others.name}>
      {(inner) => (
        <select {...others} {...inner} className={classes.input}>
          {choices.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Yes or no. `isSwitch` where it counts at once. */
export function CheckField({
  label,
  hint,
  problem,
  isSwitch,
  ...others
}: Without<'input'> & { isSwitch?: boolean }) {
  const id = useId()
  const told = useProblem(others.name)
  const wrong = problem ?? told
  return (
    <div className={classes.check}>
      <input
        {...others}
        {...(isSwitch && { role: 'switch' })}
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        aria-invalid={Boolean(wrong)}
      />
      <label htmlFor={id}>{label}</label>
      <span id={`${id}-hint`} className={wrong ? classes.problem : classes.hint}>
        {wrong ?? hint}
      </span>
    </div>
  )
}
