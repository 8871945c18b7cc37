import { type ReactNode, useEffect, useId, useRef } from 'react'
import { partWords } from '../parts/part-words.ts'
import { useWords } from '../words/words.ts'
import { IconButton } from './button.tsx'
import classes from './dialog.module.css'

type Props = {
  title: string
  isOpen: boolean
  /** Left out where there is no way around it. */
  onClose?: () => void
  /** Below, like a drawer, on small screens; or with nothing of the page visible behind it. */
  kind?: 'box' | 'sheet' | 'cover'
  children: ReactNode
}

/** The browser's own dialog: it keeps the focus inside, gives it back, and closes with Escape. On small screens it takes the whole width. */
export function Dialog({ title, isOpen, onClose, kind = 'box', children }: Props) {
  const words = useWords(partWords)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const { current } = dialog
    if (!current || current.open === isOpen) return
    if (isOpen) current.showModal()
    else current.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-kind={kind}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose?.()
      }}
    >
      {isOpen && (
        <div className={classes.inside}>
          <div className={classes.head}>
            <h2 id={id}>{title}</h2>
            {onClose && <IconButton name="cross" label={words.close} onClick={onClose} />}
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
