import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './decisions.module.css'

export type RadioChoice = { value: string; label: string; text: ReactNode }

type Props = {
  name: string
  label: string
  choices: readonly RadioChoice[]
  /** Where the form asks for more by what is chosen. */
  onChoose?: (value: string) => void
  /** Where somebody has just opened the form that it begins. */
  isFocused?: boolean
}

/** A few ways to decide, each with what it does below it. None is chosen beforehand. */
export function RadioChoices({ name, label, choices, onChoose, isFocused = false }: Props) {
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) first.current?.focus()
  }, [isFocused])
  return (
    <fieldset className={classes.choices}>
      <legend>{label}</legend>
      {choices.map((choice, place) => (
        <div key={choice.value} className={classes.choice}>
          <label>
            <input
              {...(place === 0 && { ref: first })}
              type="radio"
              name={name}
              value={choice.value}
              required
              onChange={() => onChoose?.(choice.value)}
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
