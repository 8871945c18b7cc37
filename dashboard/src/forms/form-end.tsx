import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { partWords } from '../parts/part-words.ts'
import { useWords } from '../words/words.ts'

type Props = {
  isSending: boolean
  look?: 'main' | 'danger'
  /** Where there is a way out of it. */
  onCancel?: (() => void) | undefined
  /** What it does. */
  children: ReactNode
}

/** How a form that was opened ends: it is done, or left. */
export function FormEnd({ isSending, look = 'main', onCancel, children }: Props) {
  const { cancel } = useWords(partWords)
  return (
    <div className="row">
      <Button type="submit" look={look} isBusy={isSending}>
        {children}
      </Button>
      {onCancel && (
        <Button look="quiet" onClick={onCancel}>
          {cancel}
        </Button>
      )}
    </div>
  )
}
