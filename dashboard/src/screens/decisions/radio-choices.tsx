import type { ReactNode } from 'react'
import { useId } from 'react'
import classes from './decisions.module.css'

export type RadioChoice = { value: string; label: string; text: ReactNode }

/** A few ways to decide, each with what it does below it. None is chosen beforehand. */
export function RadioChoices({
  name,
  label,
  choices,
}: {
  name: string
  label: string
  choices: readonly RadioChoice[]
}) {
  const id = useId()
  return (
    <fieldset className={classes.choices}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <div key={choice.value} className={classes.choice}>
          <label>
            <input
              type="radio"
              name={name}
              value={choice.value}
              required
              aria-describedby={`${id}-${choice.value}`}
            />
            {choice.label}
          </label>
          <span id={`${id}-${choice.value}`} className="muted">
            {choice.text}
          </span>
        </div>
      ))}
    </fieldset>
  )
}
