import { useId } from 'react'
import type { Choice } from './fields.tsx'
import classes from './kit.module.css'

type Props = {
  label: string
  choices: readonly Choice[]
  value: string
  onChange(value: string): void
  name?: string
  isLabelHidden?: boolean
}

/** A few ways, one of which counts, all visible: buttons side by side that are radio buttons underneath. */
export function Segments({ label, choices, value, onChange, name, isLabelHidden = false }: Props) {
  const id = useId()
  return (
    <fieldset className={classes.segments} {...(isLabelHidden && { 'aria-label': label })}>
      {!isLabelHidden && <legend>{label}</legend>}
      <div>
        {choices.map((choice) => (
          <label key={choice.value} data-chosen={choice.value === value}>
            <input
              type="radio"
              name={name ?? id}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
