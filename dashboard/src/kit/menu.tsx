import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon, type IconName } from './icon.tsx'
import classes from './menu.module.css'

type Props = {
  /** What the button shows, and its name where that is only a picture. */
  button: ReactNode
  label?: string
  align?: 'start' | 'end'
  look?: 'plain' | 'quiet'
  children: ReactNode
}

/** A button with things to choose below it. Arrows walk them, Escape and a press elsewhere close it. */
export function Menu({ button, label, align = 'start', look = 'quiet', children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return undefined
    const items = itemsIn(around.current)
    items[0]?.focus()
    const onPress = (event: Event) => {
      if (!around.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    if (event.key === 'Escape') {
      setOpen(false)
      around.current?.querySelector('button')?.focus()
      event.stopPropagation()
    }
    const items = itemsIn(around.current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || at < 0) return
    event.preventDefault()
    items[(at + step + items.length) % items.length]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are heard for the menu within.
    <div ref={around} className={classes.around} onKeyDown={onKeyDown}>
      <button
        type="button"
        className={classes.button}
        data-look={look}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        {...(label && { 'aria-label': label, title: label })}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div id={id} className={classes.menu} data-align={align} role="menu" aria-label={label}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: what is chosen within closes it. */}
          <div
            onClick={(event) => {
              if ((event.target as HTMLElement).closest('[data-closes]')) setOpen(false)
            }}
          >
            {children}
          </div>
        </div>
      )}
    </div>
  )
}

function itemsIn(around: HTMLElement | null): HTMLElement[] {
  return [...(around?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
}

type ItemProps = { icon?: IconName; isChosen?: boolean; children: ReactNode } & (
  | { onChoose(): void; to?: undefined }
  | { to: string; onChoose?: undefined }
)

export function MenuItem({ icon, isChosen, children, onChoose, to }: ItemProps) {
  const inside = (
    <>
      {icon && <Icon name={icon} size={16} />}
      <span>{children}</span>
      {isChosen && <Icon name="check" size={16} />}
    </>
  )
  if (to !== undefined)
    return (
      <Link to={to} role="menuitem" className={classes.item} data-closes>
        {inside}
      </Link>
    )
  const role =
    isChosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChosen }
  return (
    <button type="button" {...role} className={classes.item} onClick={onChoose} data-closes>
      {inside}
    </button>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className={classes.label}>{children}</div>
}
