import { useEffect } from 'react'
import { isTyping } from '../../frame/is-typing.ts'
import { Icon } from '../../kit/icon.tsx'
import { useWords } from '../../words/words.ts'
import classes from './till.module.css'
import { tillWords } from './till-words.ts'

type Props = { value: string; onChange(value: string): void; most: number; wide: string }

/** Keys as large as a thumb. Those of a keyboard count too. `wide` is what the key beside zero adds: three noughts for an amount. */
export function Keypad({ value, onChange, most, wide }: Props) {
  const words = useWords(tillWords)
  const add = (digits: string) => {
    if ((value + digits).length <= most) onChange(value + digits)
  }
  const erase = () => onChange(value.slice(0, -1))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      if (/^\d$/.test(event.key)) add(event.key)
      else if (event.key === 'Backspace') erase()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  return (
    <div className={classes.keypad}>
      {['1', '2', '3', '4', '5', '6', '7', '8', '9', wide, '0'].map((key) => (
        <button type="button" key={key} onClick={() => add(key)}>
          {key}
        </button>
      ))}
      <button type="button" onClick={erase} aria-label={words.erase}>
        <Icon name="back" size={24} />
      </button>
    </div>
  )
}
